import fc from 'fast-check'

/** `FC_SEED` fixes the seed of all properties; a failed run prints it. */
const { FC_SEED } = process.env
if (FC_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FC_SEED) })
