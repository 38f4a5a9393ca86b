<?php

/**
 * WooCommerce's REST API keys: descriptions by suffix.
 */
class Puente_Keys_Table extends Puente_Wpdb {

	public $keys = array();

	public function get_col( array $query ) {
		list( $sql, $values ) = $query;
		if ( false !== strpos( $sql, $this->options ) ) {
			return parent::get_col( $query );
		}
		return array_keys( array_filter( $this->keys, array( $this, 'is_like' ) ) );
	}

	public function prepare( $sql, ...$values ) {
		return array( $sql, $values );
	}

	public function query( array $query ) {
		$end  = $query[1][1];
		$goes = isset( $this->keys[ $end ] ) && $this->is_like( $this->keys[ $end ] );
		if ( $goes ) {
			unset( $this->keys[ $end ] );
		}
		return $goes ? 1 : 0;
	}

	private function is_like( $description ) {
		return 0 === strpos( $description, rtrim( Puente_Disconnection::KEYS, '%' ) );
	}
}

final class Puente_Disconnection_Test extends Puente_Test_Case {

	private static function answer( $response ) {
		global $puente_responses;
		$puente_responses = array( $response );
		return Puente_Disconnection::notify();
	}

	private static function left( $open, $is_forgotten ) {
		$body = array(
			'id'               => 'cafe',
			'webhooks_removed' => true,
			'open_orders'      => $open,
			'keys'             => array(
				array(
					'ends_with'    => 'a1b2c3d',
					'is_forgotten' => $is_forgotten,
				),
			),
		);
		return array(
			'status' => 200,
			'body'   => json_encode( $body ),
		);
	}

	public function test_open_orders_keep_the_key_until_their_end_and_the_merchant_reads_which_key_to_delete() {
		self::connect( 'cafe' );
		$said = self::answer( self::left( 2, false ) );
		$keys = Puente_Disconnection::revoke_keys( $said );
		self::assertSame( array( 'a1b2c3d' ), $keys );
		self::assertSame( array( 'a1b2c3d' ), get_option( Puente_Disconnection::USED ) );
		self::assertSame( 1, preg_match( '/refund: 2\..*After that, delete the key that ends in a1b2c3d:/', Puente_Disconnection::words( $said, $keys ) ) );
	}

	public function test_puente_has_no_access_any_more_once_no_order_is_open_and_its_key_is_revoked() {
		self::connect( 'cafe' );
		self::assertSame( 'Puente no longer has access to your orders.', Puente_Disconnection::words( self::answer( self::left( 0, true ) ), array() ) );
	}

	public function test_a_puente_that_got_no_notification_keeps_its_access() {
		self::connect( 'cafe' );
		foreach ( array( new WP_Error( 'http', 'cURL error 7: refused' ), array( 'status' => 200, 'body' => '{"ok":true}' ) ) as $response ) {
			self::assertSame( 0, strpos( Puente_Disconnection::words( self::answer( $response ), array() ), 'Puente could not be notified' ) );
		}
	}

	public function test_a_key_that_one_of_two_stores_still_uses_stays() {
		global $wpdb;
		$before     = $wpdb;
		$wpdb       = new Puente_Keys_Table();
		$wpdb->keys = array( 'a1b2c3d' => 'Puente - API (created on 2026-11-01)' );
		self::connect();
		try {
			foreach ( array( array( true, false ), array( false, true ) ) as list( $first, $second ) ) {
				$body         = json_decode( self::left( 1, $first )['body'], true );
				$body['keys'] = array_merge( $body['keys'], json_decode( self::left( 1, $second )['body'], true )['keys'] );
				$said         = self::answer( array( 'status' => 200, 'body' => json_encode( $body ) ) );
				self::assertSame( array( 'a1b2c3d' ), Puente_Disconnection::revoke_keys( $said ) );
				self::assertCount( 1, $wpdb->keys );
			}
		} finally {
			$wpdb = $before;
		}
	}

	public function test_the_plugin_revokes_the_keys_that_connecting_created_if_puente_has_already_forgotten_the_site() {
		global $wpdb;
		self::connect( 'cafe' );
		$before     = $wpdb;
		$wpdb       = new Puente_Keys_Table();
		$wpdb->keys = array(
			'a1b2c3d' => 'Puente - API (2026-11-22 04:31:00)',
			'e4f5a6b' => 'Puente - API (2026-11-20 10:00:00)',
			'c7d8e9f' => 'By hand',
		);
		try {
			$said = self::answer( self::refusal( 401, 'wrong_signature', array( 'retry' => 'ask-a-person' ) ) );
			self::assertSame( array(), Puente_Disconnection::revoke_keys( $said ) );
			self::assertSame( 3, count( $wpdb->keys ) );
			self::assertSame( 0, strpos( Puente_Disconnection::words( $said, array() ), 'Puente could not be notified' ) );
			$said = self::answer( self::refusal( 401, 'unknown_store', array( 'retry' => 'ask-a-person' ) ) );
			self::assertSame( array(), Puente_Disconnection::revoke_keys( $said ) );
			self::assertSame( array( 'c7d8e9f' ), array_keys( $wpdb->keys ) );
			self::assertSame( 0, strpos( Puente_Disconnection::words( $said, array() ), 'Puente no longer recognizes this site, so it has no access' ) );
		} finally {
			$wpdb = $before;
		}
	}

	public function test_a_connection_that_replaces_this_one_keeps_its_access() {
		self::connect( 'cafe' );
		$said = self::answer(
			array(
				'status' => 200,
				'body'   => '{"id":"cafe","open_orders":0,"keys":[]}',
			)
		);
		self::assertSame( 1, preg_match( '/^Puente keeps its access for the new connection/', Puente_Disconnection::words( $said, array() ) ) );
	}

	public function test_deleted_cards_are_revoked_first_and_the_merchant_reads_which_ones_remain() {
		global $puente_responses, $puente_requests;
		self::connect( 'cafe' );
		Puente_Cards_To_Revoke::add( 'pm_here', 'cafe' );
		Puente_Cards_To_Revoke::add( 'pm_live', 'cafe-live' );
		$revoked          = array(
			'status' => 200,
			'body'   => '{"id":"pm_here","revoked":true}',
		);
		$puente_responses = array( $revoked, self::left( 0, true ) );
		self::assertTrue( Puente_Disconnection::notify()->is_fine() );
		self::assertSame( array( 'pm_here', 'disconnection' ), array_map( 'basename', array_column( $puente_requests, 'url' ) ) );
		Puente_Pairings::forget_current();
		self::assertSame( 1, count( Puente_Cards_To_Revoke::words() ) );
		self::assertSame( 1, preg_match( '/store cafe-live .*: 1\./', Puente_Cards_To_Revoke::words()[0] ) );
	}

	public function test_a_deleted_card_stays_in_the_queue_if_puente_does_not_answer() {
		global $puente_responses, $puente_planned;
		self::connect( 'cafe' );
		Puente_Cards_To_Revoke::add( 'pm_here', 'cafe' );
		$puente_responses = array( new WP_Error( 'http', 'cURL error 7: refused' ), new WP_Error( 'http', 'cURL error 7: refused' ) );
		self::assertFalse( Puente_Disconnection::notify()->is_fine() );
		Puente_Pairings::forget_current();
		self::assertSame( 1, preg_match( '/store cafe .*: 1\./', Puente_Cards_To_Revoke::words()[0] ) );
		self::assertSame( array(), $puente_planned );
	}

	public function test_a_copy_does_not_disconnect_the_original_store() {
		global $puente_options, $puente_requests;
		self::connect( 'cafe' );
		$puente_options['home'] = 'https://staging.cafe.example';
		self::assertSame( array( null, array() ), array( Puente_Disconnection::notify(), $puente_requests ) );
		self::assertSame( 'The original shop stays connected.', Puente_Disconnection::words( null, array() ) );
	}
}
