<?php

final class Puente_Plain_Permalinks_Test extends Puente_Test_Case {

	protected function tearDown(): void {
		$_GET  = array();
		$_POST = array();
	}

	private static function takes_keys( $permalinks, array $get, array $post = array(), $before = false ) {
		update_option( 'permalink_structure', $permalinks );
		$_GET  = $get;
		$_POST = $post;
		return Puente_Plain_Permalinks::is_rest_call( $before );
	}

	public function test_with_plain_permalinks_woocommerce_takes_keys_of_its_own_routes_only() {
		self::assertTrue( self::takes_keys( '', array( 'rest_route' => '/wc/v3/orders/12' ) ) );
		foreach ( array( '/wp/v2/users', '/wcs/v1/x', '', 'x/wc/v3/orders' ) as $route ) {
			self::assertFalse( self::takes_keys( '', array( 'rest_route' => $route ) ) );
		}
		self::assertFalse( self::takes_keys( '', array() ) );
		self::assertFalse( self::takes_keys( '', array( 'rest_route' => array( '/wc/v3/orders' ) ) ) );
		// WordPress would serve the posted route.
		self::assertFalse( self::takes_keys( '', array( 'rest_route' => '/wc/v3/orders' ), array( 'rest_route' => '/wp/v2/users' ) ) );
	}

	public function test_other_permalinks_keep_the_decision_of_woocommerce() {
		self::assertFalse( self::takes_keys( '/%postname%/', array( 'rest_route' => '/wc/v3/orders' ) ) );
		self::assertTrue( self::takes_keys( '/%postname%/', array(), array(), true ) );
		self::assertTrue( self::takes_keys( '', array(), array(), true ) );
	}
}
