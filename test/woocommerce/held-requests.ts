import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../support/world.ts'

export const HOLD = 'x-test-hold'

/** Holds marked requests after loading their session until a file appears. */
const MU_PLUGIN = `<?php
add_action( 'rest_pre_dispatch', 'test_hold_request', 10, 0 );
add_action( 'woocommerce_checkout_update_order_review', 'test_hold_request', 10, 0 );
function test_hold_request() {
  if ( empty( $_SERVER['HTTP_X_TEST_HOLD'] ) ) { return; }
  ignore_user_abort( true );
  WC()->session || WC()->initialize_session();
  touch( __DIR__ . '/test-hold-begun' );
  for ( $i = 0; $i < 600; ++$i ) {
    clearstatcache();
    if ( file_exists( __DIR__ . '/test-hold-released' ) ) { break; }
    usleep( 50000 );
  }
  register_shutdown_function( static function () { touch( __DIR__ . '/test-hold-ended' ); } );
}
`

export interface HeldRequests {
  hasBegun(): Promise<unknown>
  release(): Promise<unknown>
  reset(): void
  uninstall(): void
}

export const installHolder = (shopFolder: string): HeldRequests => {
  const folder = join(shopFolder, 'wp-content/mu-plugins')
  const path = (name: string) => join(folder, `test-hold-${name}`)
  const reset = () => {
    for (const name of ['begun', 'released', 'ended']) rmSync(path(name), { force: true })
  }
  const plugin = join(folder, 'test-hold.php')
  reset()
  writeFileSync(plugin, MU_PLUGIN)
  return {
    reset,
    hasBegun: () => eventually(async () => existsSync(path('begun'))),
    release: () => {
      writeFileSync(path('released'), '')
      return eventually(async () => existsSync(path('ended')))
    },
    uninstall: () => {
      reset()
      rmSync(plugin, { force: true })
    },
  }
}
