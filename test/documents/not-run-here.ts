/** Statements of shell blocks that the test of samples cannot run, each with its reason. */
export const NOT_RUN_HERE: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/^npm ci$/, 'installs the checkout that runs the test'],
  [/(?:^|\s)npm start$/, 'runs until it is stopped: test/cli/welcome.long.test.ts'],
  [/^bin\/puente restore-check/, 'needs a stopped Puente: test/chaos/restore-check.long.test.ts'],
  [
    /^sudo |^release=|^cd \$release|YOUR-DOMAIN|curl .*(?:readyz|puente\.example)/,
    'changes the machine: test/deploy/front-of-two.nightly.test.ts has its servers and its unit',
  ],
  [/^bin\/puente link/, 'needs an only store: test/cli/link.long.test.ts'],
  [/^npm test$/, 'runs this test among all others'],
  [/^npm run sandbox$/, 'runs until it is stopped: test/cli/ports-in-use.long.test.ts'],
  [
    /^npm run build:php$/,
    'writes the archive into dist: test/packages/php.test.ts runs it elsewhere',
  ],
  [/^npm pack /, 'writes a tarball into the clone: test/packages/node/packed.long.test.ts'],
  [
    /^npm install \.\.\/puente\//,
    'belongs to a shop of an engine: test/packages/vendure and medusa run it',
  ],
  [
    /test\/packages\/(?:vendure\/(?:proof|beside-stripe)|medusa)/,
    'takes minutes: the long or the nightly lane runs it',
  ],
  [
    /^npm install$|^cd examples\/|^(?:mkdir|cp -r) .*examples\/php\/puente/,
    'belongs to an example: test/packages/create/examples.nightly.test.ts',
  ],
  [
    /^node packages\/browser\/build\/build\.ts$/,
    'writes dist: test/packages/browser/packed.long.test.ts',
  ],
  [
    /demo\/server\.mjs$/,
    'runs until it is stopped: test/packages/browser/card-element.long.test.ts',
  ],
  [/^npm run build:woocommerce$/, 'writes the plugin archive, which its own tests build'],
  [/^psql /, 'needs the client of PostgreSQL: test/flows/read-schema.test.ts'],
  [/^npm run bench/, 'takes minutes of a quiet machine'],
  [/^npm run chaos(?! -- --help)/, 'takes minutes, and needs servers of its own'],
  [/^npm run test:contract/, 'runs the contract tests, which npm test runs'],
  [/^npx @puente\/simulator/, 'needs the installed package: test/packages/simulator'],
  [/^docker /, 'needs Docker: npm run test:image'],
  [/bin\/puente listen /, 'runs until Ctrl-C: test/flows/listen.long.test.ts'],
  [/^bin\/puente demo-data$/, 'moves the clocks by a month: test/cli/demo-data.long.test.ts'],
  [/^bin\/puente completion zsh/, 'needs zsh'],
  [/\/operator\/v1\/changes$/, 'streams until Ctrl-C'],
  [/^wp puente /, 'needs a WooCommerce shop with WP-CLI: plugin-tests/tools'],
  [/--platform woocommerce/, 'needs a WooCommerce shop'],
  [/--platform shopify|--client-id/, 'needs an app at Shopify'],
  [/(?:update|policy) --id cafe/, 'needs a connected Shopify store'],
]
