import fc from 'fast-check'

/**
 * Properties draw anew in every run, and name their seed when they fail. `FC_SEED` runs all of them
 * with one seed again.
 */
const { FC_SEED } = process.env
if (FC_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FC_SEED) })
