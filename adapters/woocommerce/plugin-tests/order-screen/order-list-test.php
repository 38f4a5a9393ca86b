<?php

final class Puente_Order_List_Test extends Puente_Order_Screen_Case {

	protected function setUp(): void {
		parent::setUp();
		Puente_Order_List::forget();
		$GLOBALS['puente_is_admin'] = true;
	}

	protected function tearDown(): void {
		parent::tearDown();
		$GLOBALS['puente_is_admin'] = false;
	}

	/**
	 * Does what the page's script does: asks for each part of the list. Returns the answers.
	 */
	private static function script_asks() {
		global $puente_inline;
		$begin    = 'window.puenteOrderList = ';
		$inline   = isset( $puente_inline[ Puente_Order_List::SCRIPT ] ) ? $puente_inline[ Puente_Order_List::SCRIPT ] : $begin . '{"asked":[]};';
		$settings = json_decode( substr( $inline, strlen( $begin ), -1 ), true );
		return array_map(
			static function ( $orders ) use ( $settings ) {
				$ended = self::post( array( 'Puente_Order_List', 'send' ), array( 'orders' => $orders, '_wpnonce' => $settings['nonce'] ) );
				return json_decode( $ended, true )['data'];
			},
			$settings['asked']
		);
	}

	/**
	 * Shows a page of the list with order tables.
	 */
	private static function page( array $orders ) {
		global $puente_inline;
		Puente_Order_List::forget();
		$puente_inline = array();
		Puente_Order_List::remember_orders( (object) array( 'orders' => $orders ), array( 'paginate' => true ) );
		$cells = array();
		foreach ( $orders as $order ) {
			$cells[ $order->get_id() ] = self::cell( $order );
		}
		return $cells;
	}

	/**
	 * Returns a cell without the place of its badge.
	 */
	private static function cell( $order ) {
		$html = self::printed( array( 'Puente_Order_List', 'show' ), Puente_Order_List::COLUMN, $order );
		return preg_replace( '#^<span class="puente-attention" data-order="\d+">(.*)</span>$#s', '$1', $html );
	}

	private static function attention( array $orders ) {
		return array(
			'store_id' => 'tienda',
			'orders'   => $orders,
		);
	}

	public function test_the_column_follows_the_status() {
		$columns = array( 'cb' => '', 'order_status' => 'Status', 'order_total' => 'Total' );
		$this->assertSame( array( 'cb', 'order_status', 'puente_attention', 'order_total' ), array_keys( Puente_Order_List::add_column( $columns ) ) );
		$this->assertSame( array( 'cb', 'puente_attention' ), array_keys( Puente_Order_List::add_column( array( 'cb' => '' ) ) ) );
		$GLOBALS['puente_capabilities'] = array();
		$this->assertSame( $columns, Puente_Order_List::add_column( $columns ) );
	}

	public function test_the_badge_is_beside_the_number_too_for_phones() {
		$order = self::place( 7 );
		self::answers( self::attention( array( array( 'order_id' => '7', 'alerts' => array( 'Cobrado dos veces' ) ) ) ) );
		self::page( array( $order ) );
		self::script_asks();
		self::page( array( $order ) );
		$beside = self::printed( array( 'Puente_Order_List', 'show' ), 'order_number', $order );
		$this->assertStringContainsString( 'class="puente-attention puente-beside-number" data-order="7"', $beside );
		$this->assertStringContainsString( 'Cobrado dos veces', $beside );
		$this->assertSame( '', self::printed( array( 'Puente_Order_List', 'show' ), 'order_total', $order ) );
	}

	public function test_the_page_waits_for_nothing_and_its_script_asks_for_all_orders_with_one_call() {
		global $puente_requests;
		$orders = array( self::place( 7 ), self::place( 8 ), self::place( 9, array( 'payment_method' => 'cod' ) ) );
		$this->assertSame( array( 7 => '', 8 => '', 9 => '' ), self::page( $orders ) );
		$this->assertSame( array(), $puente_requests );
		self::answers( self::attention( array( array( 'order_id' => '8', 'alerts' => array( 5, 'Cobrado dos veces' ) ), 'odd', array( 'order_id' => '7', 'alerts' => 'odd' ) ) ) );
		$this->assertSame( array( array( 8 => array( 'Cobrado dos veces' ) ) ), self::script_asks() );
		$this->assertCount( 1, $puente_requests );
		$this->assertLessThanOrEqual( 3, $puente_requests[0]['timeout'] );
		$listed = array();
		foreach ( array( 7, 8 ) as $id ) {
			$listed[] = $id . '-' . substr( hash( 'sha256', 'wc_order_' . $id ), 0, 12 );
		}
		$this->assertStringEndsWith( '/v1/woocommerce/attention?orders=' . implode( '.', $listed ), $puente_requests[0]['url'] );
	}

	public function test_a_page_shown_again_within_a_minute_has_its_badges_and_no_script() {
		global $puente_requests, $puente_inline;
		self::page( array( self::place( 7 ) ) );
		self::answers( self::attention( array( array( 'order_id' => '7', 'alerts' => array( 'Cobrado <b>dos veces' ) ) ) ) );
		self::script_asks();
		$cells = self::page( array( wc_get_order( 7 ) ) );
		$this->assertStringContainsString( 'Needs attention', $cells[7] );
		$this->assertStringContainsString( ': Cobrado', $cells[7] );
		$this->assertSame( array(), $puente_inline );
		$this->assertCount( 1, $puente_requests );
	}

	public function test_while_puente_is_away_there_is_no_badge_and_no_second_call() {
		global $puente_requests, $puente_inline;
		foreach ( array( self::away(), self::refusal( 404, 'not_found' ), array( 'orders' => array() ), array( 'store_id' => 'tienda' ) ) as $answer ) {
			$puente_requests = array();
			delete_transient( Puente_Order_List::AWAY );
			self::page( array( self::place( 7 ) ) );
			self::answers( $answer );
			$this->assertSame( array( array() ), self::script_asks() );
			$this->assertSame( array( 8 => '' ), self::page( array( self::place( 8 ) ) ) );
			$this->assertSame( array(), $puente_inline );
			$this->assertCount( 1, $puente_requests );
		}
	}

	public function test_a_page_without_card_orders_asks_nothing_and_a_long_one_asks_for_each_hundred() {
		global $puente_requests, $puente_inline;
		self::page( array( self::place( 9, array( 'payment_method' => 'cod' ) ) ) );
		$this->assertSame( array(), $puente_inline );
		self::page( array_map( array( __CLASS__, 'place' ), range( 1, 130 ) ) );
		self::answers( self::attention( array() ), self::attention( array( array( 'order_id' => '130', 'alerts' => array( 'A' ) ) ) ) );
		$this->assertSame( array( array(), array( 130 => array( 'A' ) ) ), self::script_asks() );
		$counts = array();
		foreach ( $puente_requests as $request ) {
			$counts[] = count( explode( '.', explode( 'orders=', $request['url'] )[1] ) );
		}
		$this->assertSame( array( 100, 30 ), $counts );
	}

	public function test_the_script_gets_an_answer_only_with_its_nonce_and_right_and_for_a_list_of_orders() {
		global $puente_requests;
		$nonce = wp_create_nonce( Puente_Order_List::READ );
		$send  = array( 'Puente_Order_List', 'send' );
		$list  = '7-0a1b2c3d4e5f';
		$this->assertSame( 'nonce', self::post( $send, array( 'orders' => $list, '_wpnonce' => 'x' ) ) );
		foreach ( array( '', '7', '7-0a1b2c3d4e5f&limit=1', array( $list ), implode( '.', array_fill( 0, 101, $list ) ) ) as $odd ) {
			$this->assertStringStartsWith( '403', self::post( $send, array( 'orders' => $odd, '_wpnonce' => $nonce ) ) );
		}
		$GLOBALS['puente_capabilities'] = array();
		$this->assertStringStartsWith( '403', self::post( $send, array( 'orders' => $list, '_wpnonce' => $nonce ) ) );
		$this->assertSame( array(), $puente_requests );
	}

	public function test_the_classic_list_reads_its_orders_together_and_asks_once_too() {
		global $puente_requests, $puente_primed;
		self::place( 7 );
		self::place( 8 );
		$query = new class() {
			public function is_main_query() {
				return true;
			}
			public function get( $name ) {
				return 'post_type' === $name ? 'shop_order' : '';
			}
		};
		Puente_Order_List::remember_posts( array( array( 'ID' => 7 ), array( 'ID' => 8 ) ), $query );
		$this->assertSame( array( 7, 8 ), $puente_primed );
		$this->assertSame( '', self::cell( 7 ) );
		self::answers( self::attention( array( array( 'order_id' => '8', 'alerts' => array( 'A' ) ) ) ) );
		$this->assertSame( array( array( 8 => array( 'A' ) ) ), self::script_asks() );
		$this->assertCount( 1, $puente_requests );
	}

	public function test_the_bulk_action_asks_once_for_at_most_fifty_orders() {
		global $puente_requests;
		foreach ( range( 1, 60 ) as $id ) {
			self::place( $id, array( 'status' => 'pending', 'transaction_id' => '', 'date_paid' => null ) );
		}
		self::place( 61, array( 'payment_method' => 'cod' ) );
		self::answers( array( 'orders' => array( array( 'order_id' => '1', 'state' => 'unpaid' ), array( 'order_id' => '2', 'state' => 'in_flight' ) ) ) );
		$this->assertSame( 'https://back', Puente_Order_List::ask( 'https://back', 'puente_ask', array_map( 'strval', range( 1, 61 ) ) ) );
		$this->assertCount( 1, $puente_requests );
		$this->assertCount( 50, json_decode( $puente_requests[0]['body'], true )['order_ids'] );
		$notice = self::printed( array( 'Puente_Order_Notice', 'show' ) );
		$this->assertStringContainsString( 'Being paid: 1. Unpaid: 1. Not certain: 48.', $notice );
		$this->assertStringContainsString( 'Not asked about: 10.', $notice );
	}

	public function test_the_bulk_action_needs_its_right_and_leaves_other_actions_alone() {
		global $puente_requests;
		self::place( 7 );
		self::place( 8, array( 'payment_method' => 'cod' ) );
		Puente_Order_List::ask( 'u', 'trash', array( 7 ) );
		Puente_Order_List::ask( 'u', 'puente_ask', array( 8, 99 ) );
		$this->assertStringContainsString( 'None of the chosen', self::printed( array( 'Puente_Order_Notice', 'show' ) ) );
		$this->assertArrayHasKey( 'puente_ask', Puente_Order_List::add_action( array() ) );
		$GLOBALS['puente_capabilities'] = array();
		Puente_Order_List::ask( 'u', 'puente_ask', array( 7 ) );
		$this->assertSame( array(), Puente_Order_List::add_action( array() ) );
		$this->assertSame( array(), $puente_requests );
	}

	public function test_a_bulk_action_without_an_answer_continues_in_a_task() {
		global $puente_planned;
		self::place( 7, array( 'status' => 'pending', 'transaction_id' => '', 'date_paid' => null ) );
		self::place( 8, array( 'status' => 'pending', 'transaction_id' => '', 'date_paid' => null ) );
		self::answers( self::away() );
		Puente_Order_List::ask( 'u', 'puente_ask', array( 7, 8 ) );
		$this->assertSame( array( array( Puente_Order_Asking::HOOK, array( array( 7, 8 ) ) ) ), $puente_planned );
		$this->assertStringContainsString( 'Without an answer: 2.', self::printed( array( 'Puente_Order_Notice', 'show' ) ) );
	}
}
