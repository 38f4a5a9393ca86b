/** Statements of shell blocks that the test of samples cannot run, each with its reason. */
export const NOT_RUN_HERE: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/^npm ci$/, 'installs the checkout that runs the test'],
  [/(?:^|\s)npm start$/, 'runs until it is stopped: test/cli/welcome.test.ts'],
  [/^npm test$/, 'runs this test among all others'],
  [/^npm run sandbox$/, 'runs until it is stopped: test/cli/ports-in-use.test.ts'],
  [/^npm run build:woocommerce$/, 'writes the plugin archive, which its own tests build'],
  [/^npm run bench/, 'takes minutes of a quiet machine'],
  [/^npm run chaos(?! -- --help)/, 'takes minutes, and needs servers of its own'],
  [/^npm run test:contract/, 'runs the contract tests, which npm test runs'],
  [/^docker /, 'needs Docker: test/deploy/image.long.test.ts'],
  [/puente listen /, 'runs until Ctrl-C'],
  [/^puente demo-data$/, 'moves the clocks by a month: test/cli/demo-data.long.test.ts'],
  [/^puente completion zsh/, 'needs zsh'],
  [/\/operator\/v1\/changes$/, 'streams until Ctrl-C'],
  [/--platform woocommerce/, 'needs a WooCommerce shop'],
  [/--platform shopify|--client-id/, 'needs an app at Shopify'],
  [/(?:update|policy) --id cafe/, 'needs a connected Shopify store'],
]
