/** The arrows of the architecture (README, "The house"). They run down only. */
const ours = (...places) => `^(${places.join('|')})/`
const EVERYTHING = ['src', 'adapters', 'sandbox', 'demo', 'config', 'dashboard']

/** `from` may import of our own code nothing but `to`, and itself. */
const mayUse = (from, ...to) => ({
  name: `${from}-arrows`,
  severity: 'error',
  from: { path: ours(from), pathNot: '\\.test\\.ts$' },
  to: { path: ours(...EVERYTHING), pathNot: ours(from, ...to) },
})

module.exports = {
  forbidden: [
    mayUse('src/platform'),
    mayUse('src/contract', 'src/platform'),
    mayUse('src/gateway', 'src/contract', 'src/platform'),
    mayUse('src/ledger', 'src/contract', 'src/platform'),
    mayUse('src/payments', 'src/gateway', 'src/ledger', 'src/contract', 'src/platform'),
    mayUse('src/jobs', 'src/payments', 'src/ledger', 'src/platform'),
    mayUse('src/http', 'src/payments', 'src/gateway', 'src/ledger', 'src/contract', 'src/platform'),
    // An adapter brings doors of its own: routes in the grammar of src/http. Of the ledger it uses
    // what is kept of its store, and the types of rows.
    mayUse('adapters', 'src/http', 'src/payments', 'src/ledger', 'src/platform'),
    mayUse('sandbox', 'src/contract', 'src/platform', 'config'),
    // Stands for somebody else's shop: it knows Puente by HTTP alone.
    mayUse('demo', 'src/platform'),
    mayUse('config', 'src/contract', 'src/platform'),
    {
      name: 'rules-are-pure',
      comment: 'No I/O, no clock, no randomness in src/payments/rules.',
      severity: 'error',
      from: { path: '^src/payments/rules/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^src/payments/rules/',
          '^src/contract/',
          '^src/platform/(money|currencies)\\.ts$',
          // Types of rows, and the arithmetic of instants.
          '^src/ledger/(ledger|tables/\\w+)\\.ts$',
          '^src/platform/clock\\.ts$',
        ],
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: ours(...EVERYTHING), pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      severity: 'error',
      from: {
        path: ours('src', 'adapters', 'sandbox', 'demo', 'config'),
        // What makes the files of a release, or of the tests, runs before a release, not in it; what
        // runs on pages of Shopify is built by Shopify.
        pathNot: '\\.test\\.ts$|^adapters/[^/]+/build/|^adapters/shopify/extension/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 has no API that dependency-cruiser could use, so swc reads the sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      conditionNames: ['import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
