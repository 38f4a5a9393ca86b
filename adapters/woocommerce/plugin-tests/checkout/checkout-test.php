<?php

final class Puente_Checkout_Test extends Puente_Test_Case {

	private static function lost() {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 20001 milliseconds' );
	}

	private static function no_host() {
		return new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
	}

	private const PAID = array(
		'status' => 200,
		'body'   => '{"result":"paid","transaction_id":"t1"}',
	);

	private const CARD = array(
		'type'              => 'saved_card',
		'payment_method_id' => 'pm_1',
	);

	private const HOSTED = array( 'type' => 'hosted' );

	private const RECEIVED = 'https://shop.example/received';

	private const CHECKING = 'We are checking your payment: it takes longer than usual. Do not pay in another way. Press the button again in a minute: it first checks whether your card was charged, and does not charge it twice.';

	/**
	 * Connects a site with orders of one visit.
	 */
	private static function shop( array $ids ) {
		global $puente_options, $puente_orders, $puente_session;
		$puente_session         = new Puente_Session();
		$puente_orders          = array();
		self::connect( 'tienda', 'https://shop.example' );
		$texts = array( 'order_key', 'status', 'currency', 'customer_note', 'billing_first_name', 'billing_last_name', 'billing_company', 'billing_email', 'billing_phone', 'billing_country', 'billing_city', 'billing_address_1' );
		foreach ( $ids as $id ) {
			$puente_orders[ $id ] = new WC_Order(
				array_fill_keys( $texts, 'x' ) + array(
					'id'                          => $id,
					'order_number'                => $id,
					'total'                       => '10.00',
					'total_tax'                   => '0',
					'customer_id'                 => 0,
					'cart_hash'                   => 'cart ' . $id,
					'date_paid'                   => null,
					'date_created'                => null,
					'date_modified'               => null,
					'payment_method'              => 'puente',
					'items'                       => array(),
					'needs_payment'               => true,
					'checkout_order_received_url' => 'https://shop.example/received',
					'checkout_payment_url'        => 'https://shop.example/pay',
				)
			);
		}
	}

	/**
	 * Pays an order; `$responses` answer the attempts.
	 */
	private static function pay( $id, array $way, array $responses ) {
		global $puente_orders, $puente_responses, $puente_session;
		$puente_responses = $responses;
		$puente_session->set( 'order_awaiting_payment', $id );
		try {
			return Puente_Checkout::pay( $puente_orders[ $id ], $way );
		} catch ( Puente_Cannot_Pay $refusal ) {
			return $refusal->getMessage();
		}
	}

	public function test_a_refused_currency_is_hidden_for_a_day_or_until_the_gateway_accepts_it() {
		global $puente_options;
		self::shop( array( 17 ) );
		$refused = self::refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'order.currency', 'message' => 'Not enabled' ) ) ) );
		$sent    = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		self::assertTrue( Puente_Accepted_Currencies::has( 'x' ) );
		self::assertSame( 0, strpos( self::pay( 17, self::HOSTED, array( $refused ) ), 'This shop cannot take cards in this currency' ) );
		self::assertSame( array( false, true ), array( Puente_Accepted_Currencies::has( 'x' ), Puente_Accepted_Currencies::has( 'HNL' ) ) );
		self::assertSame( 1, preg_match( '/in x,.*Ask the gateway/', Puente_Accepted_Currencies::words( 'x' ) ) );
		$puente_options[ Puente_Accepted_Currencies::OPTION ]['x']['at'] -= DAY_IN_SECONDS;
		self::assertTrue( Puente_Accepted_Currencies::has( 'x' ) );
		self::pay( 17, self::HOSTED, array( $refused ) );
		self::assertFalse( Puente_Accepted_Currencies::has( 'x' ) );
		// The merchant's connection test shows the refusal, but offers the currency again.
		Puente_Accepted_Currencies::try_again();
		self::assertSame( array( true, true ), array( Puente_Accepted_Currencies::has( 'x' ), '' !== Puente_Accepted_Currencies::words( 'x' ) ) );
		self::pay( 17, self::HOSTED, array( $sent ) );
		self::assertSame( '', Puente_Accepted_Currencies::words( 'x' ) );
		self::assertTrue( Puente_Accepted_Currencies::has( 'x' ) );
		// Another field was refused.
		self::pay( 17, self::HOSTED, array( self::refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'order.total', 'message' => 'Too small' ) ) ) ) ) );
		self::assertTrue( Puente_Accepted_Currencies::has( 'x' ) );
		$puente_options[ Puente_Settings::OPTION ] = array( 'currencies' => 'hnl, USD' );
		self::assertSame( array( true, true, false ), array_map( array( 'Puente_Accepted_Currencies', 'has' ), array( 'HNL', 'USD', 'EUR' ) ) );
		self::assertSame( 1, preg_match( '/EUR is not among/', Puente_Accepted_Currencies::words( 'EUR' ) ) );
	}

	public function test_the_customer_and_the_order_note_read_that_a_total_has_too_many_decimals() {
		global $puente_orders;
		self::shop( array( 17 ) );
		$refused = static function ( $code, $path ) {
			return self::refusal( 422, $code, array( 'errors' => array( array( 'path' => $path, 'message' => '10.005 HNL has more decimals than the currency' ) ) ) );
		};
		foreach ( array( array( 'invalid_fields', 'order.total' ), array( 'refused_by_gateway', 'order.amount' ), array( 'refused_by_gateway', 'amount' ) ) as $place ) {
			self::assertSame( 0, strpos( self::pay( 17, self::HOSTED, array( $refused( $place[0], $place[1] ) ) ), 'The total of this order cannot be paid by card.' ) );
		}
		self::assertSame( 3, count( $puente_orders[17]->get_notes() ) );
		self::assertTrue( false !== strpos( $puente_orders[17]->get_notes()[0], '10.005 HNL has more decimals' ) );
	}

	public function test_the_plugin_stops_offering_cards_in_a_currency_code_that_does_not_exist() {
		self::shop( array( 17 ) );
		$refused = self::refusal( 422, 'invalid_fields', array( 'errors' => array( array( 'path' => 'order.currency', 'message' => 'PTS is no currency' ) ) ) );
		self::assertSame( 0, strpos( self::pay( 17, self::HOSTED, array( $refused ) ), 'This shop cannot take cards in this currency' ) );
		self::assertFalse( Puente_Accepted_Currencies::has( 'x' ) );
	}

	public function test_a_currency_refused_for_card_fields_is_hidden_too() {
		self::shop( array( 17 ) );
		$refused = self::refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'currency_code', 'message' => 'Not enabled' ) ) ) );
		self::assertSame( 0, strpos( self::pay( 17, self::CARD, array( $refused ) ), 'This shop cannot take cards in this currency' ) );
		self::assertFalse( Puente_Accepted_Currencies::has( 'x' ) );
	}

	public function test_a_click_takes_ten_seconds_at_most_even_if_puente_hangs() {
		$late  = array(
			'status' => 503,
			'body'   => '<html>Busy</html>',
		);
		$after = static function ( $seconds, $response ) use ( &$now ) {
			return static function ( $arguments ) use ( &$now, $seconds, $response ) {
				$now += min( $seconds, $arguments['timeout'] );
				return $seconds > $arguments['timeout'] ? new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after ' . $arguments['timeout'] . ' seconds' ) : $response;
			};
		};
		Puente_Client::$seconds = static function () use ( &$now ) {
			return $now;
		};
		$hangs = array(
			array( $after( 600, $late ) ),
			array( $after( 0, self::lost() ), $after( 600, $late ) ),
			array( $after( 9.5, $late ), $after( 600, $late ) ),
		);
		foreach ( $hangs as $hang ) {
			foreach ( array( self::CARD, self::HOSTED ) as $way ) {
				$now = 1000.0;
				self::shop( array( 17 ) );
				$said = self::pay( 17, $way, $hang );
				self::assertTrue( $now - 1000 <= 10 );
				self::assertSame( self::CARD === $way ? self::CHECKING : 'The payment service is not responding. Nothing was charged. Press the button again in a minute.', $said );
			}
		}
		Puente_Client::$seconds = array( 'Puente_Client', 'seconds' );
	}

	public function test_a_click_sends_one_request_and_does_not_wait_for_a_retry() {
		global $puente_requests;
		$pauses               = array();
		$sleep                = Puente_Client::$sleep;
		Puente_Client::$sleep = static function ( $seconds ) use ( &$pauses ) {
			$pauses[] = $seconds;
		};
		$busy                 = self::refusal( 503, 'too_busy', array( 'retry' => 'retry' ) ) + array( 'headers' => array( 'retry-after' => '4' ) );
		foreach ( array( $busy, self::lost(), self::no_host() ) as $response ) {
			$puente_requests = array();
			self::shop( array( 17 ) );
			self::pay( 17, self::HOSTED, array( $response, self::PAID ) );
			self::assertSame( array( 10.0 ), array_column( $puente_requests, 'timeout' ) );
		}
		Puente_Client::$sleep = $sleep;
		self::assertSame( array(), $pauses );
	}

	public function test_a_charge_has_an_unknown_outcome_if_php_ends_before_the_response() {
		self::shop( array( 17 ) );
		$dies = static function () {
			throw new RuntimeException( 'Maximum execution time exceeded' );
		};
		try {
			self::pay( 17, self::CARD, array( $dies ) );
			self::assertSame( 'dead', 'alive' );
		} catch ( RuntimeException $death ) {
			self::assertSame( self::CHECKING, self::pay( 17, self::CARD, array( self::no_host() ) ) );
		}
	}

	public function test_a_charge_without_a_response_is_being_checked_and_the_next_click_resolves_it() {
		self::shop( array( 17 ) );
		self::assertSame( self::CHECKING, self::pay( 17, self::CARD, array( self::lost() ) ) );
		self::assertSame( self::RECEIVED, self::pay( 17, self::CARD, array( self::PAID ) ) );
	}

	public function test_a_reloaded_page_knows_of_an_unknown_charge_until_puente_resolves_it() {
		global $puente_order_to_pay, $puente_session;
		self::shop( array( 17, 18 ) );
		$knows = static function () {
			return Puente_Unknown_Charge::is_of_this_visit();
		};
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		self::assertTrue( $knows() );
		$puente_session->set( 'order_awaiting_payment', null );
		$puente_session->set( 'store_api_draft_order', 17 );
		self::assertTrue( $knows() );
		$puente_session->set( 'store_api_draft_order', 18 );
		self::assertFalse( $knows() );
		$puente_order_to_pay = 17;
		self::assertTrue( $knows() );
		// A click without a card.
		$unresolved = self::refusal( 409, 'charge_unresolved', array( 'retry' => 'retry' ) );
		self::assertSame( self::CHECKING, self::pay( 17, self::HOSTED, array( $unresolved, $unresolved ) ) );
		self::assertTrue( $knows() );
		self::assertSame( self::RECEIVED, self::pay( 17, self::HOSTED, array( self::refusal( 409, 'order_already_paid' ) ) ) );
		self::assertFalse( $knows() );
		$puente_order_to_pay = 0;
	}

	public function test_a_click_without_a_card_only_checks_the_unknown_charge_and_the_customer_may_enter_the_card_again() {
		global $puente_options, $puente_requests;
		self::shop( array( 17 ) );
		$puente_options[ Puente_Settings::OPTION ] = array( 'way' => 'fields' );
		$puente_options['puente_facts']            = array(
			'card_fields' => array(
				'sdk_url'         => 'https://gateway.example/sdk.js',
				'publishable_key' => 'pk_test_1',
			),
		);
		$ways = static function () {
			return array_column( array_column( array_map( static function ( $request ) {
				return json_decode( $request['body'], true );
			}, $GLOBALS['puente_requests'] ), 'way' ), 'type' );
		};
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		$puente_requests = array();
		$again           = 'We found no charge on your card. Enter it again: you are charged only once.';
		// The charge may still be in flight.
		self::assertSame( $again, self::pay( 17, self::HOSTED, array( self::refusal( 409, 'no_charge_known' ) ) ) );
		self::assertTrue( Puente_Unknown_Charge::is_of_this_visit() );
		self::assertSame( self::RECEIVED, self::pay( 17, self::HOSTED, array( self::PAID ) ) );
		self::assertFalse( Puente_Unknown_Charge::is_of_this_visit() );
		self::assertSame( array( 'find_out', 'find_out' ), $ways() );
	}

	public function test_a_click_after_the_unknown_charge_succeeded_does_not_pay_the_cart_again() {
		global $puente_orders, $puente_requests;
		self::shop( array( 17, 18, 19 ) );
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		// WooCommerce makes new orders, of the same cart and another.
		$facts               = array(
			'id'                          => 18,
			'order_number'                => 18,
			'payment_method'              => 'puente',
			'cart_hash'                   => 'cart 17',
			'status'                      => 'pending',
			'date_paid'                   => null,
			'checkout_order_received_url' => 'https://shop.example/received-18',
		);
		$puente_orders[18]   = new WC_Order( $facts );
		$puente_requests     = array();
		self::assertSame( self::RECEIVED, self::pay( 18, self::CARD, array() ) );
		self::assertSame( array(), $puente_requests );
		self::assertFalse( Puente_Unknown_Charge::is_of( $puente_orders[17] ) );
		self::assertNull( Puente_Unpaid_Orders::paid_before( $puente_orders[19] ) );
		// Later, the same cart is a new purchase.
		$puente_orders[17]->update_meta_data( Puente_Unknown_Charge::META, gmdate( 'Y-m-d\TH:i:s\Z', time() - 2 * HOUR_IN_SECONDS ) );
		self::assertNull( Puente_Unpaid_Orders::paid_before( $puente_orders[18] ) );
		Puente_Unknown_Charge::note( $puente_orders[17] );
		self::assertSame( $puente_orders[17], Puente_Unpaid_Orders::paid_before( $puente_orders[18] ) );
	}

	public function test_no_message_denies_a_charge_until_puente_resolves_it() {
		self::shop( array( 17 ) );
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		self::assertSame( self::CHECKING, self::pay( 17, self::CARD, array( self::no_host(), self::no_host() ) ) );
		self::assertSame( self::CHECKING, self::pay( 17, self::HOSTED, array( self::refusal( 401, 'clock_differs' ) ) ) );
		$options = $GLOBALS['puente_options'];
		update_option( 'home', 'https://copy.example' );
		self::assertSame( self::CHECKING, self::pay( 17, self::CARD, array() ) );
		$GLOBALS['puente_options'] = $options;
		self::assertSame( self::RECEIVED, self::pay( 17, self::CARD, array( self::PAID ) ) );
		self::assertSame( 1, preg_match( '/is not responding.*Nothing was charged/', self::pay( 17, self::HOSTED, array( self::no_host(), self::no_host() ) ) ) );
	}

	public function test_an_order_that_goes_to_be_paid_counts_as_changed_so_the_timer_of_posts_storage_leaves_it() {
		global $puente_orders;
		self::shop( array( 17 ) );
		$puente_orders[17]->set_date_modified( time() - 2 * HOUR_IN_SECONDS );
		self::pay( 17, self::HOSTED, array( self::no_host(), self::no_host() ) );
		self::assertGreaterThan( time() - MINUTE_IN_SECONDS, $puente_orders[17]->get_date_modified()->getTimestamp() );
	}

	public function test_a_customer_can_try_the_declined_saved_card_again() {
		global $puente_requests;
		self::shop( array( 17 ) );
		$known = static function () {
			global $puente_requests;
			$way = json_decode( end( $puente_requests )['body'], true )['way'];
			return isset( $way['known_declines'] ) ? $way['known_declines'] : 0;
		};
		foreach ( array( 0, 1, 2 ) as $before ) {
			self::pay( 17, self::CARD, array( self::refusal( 402, 'card_declined' ) ) );
			self::assertSame( $before, $known() );
		}
		// A card that is declined again and again is not charged for ever.
		$before = clone $GLOBALS['puente_orders'][17];
		$GLOBALS['puente_orders'][17]->update_meta_data( '_puente_declines', '{"pm_1":25}' );
		self::pay( 17, self::CARD, array( self::refusal( 402, 'card_declined' ) ) );
		self::assertSame( 10, $known() );
		$GLOBALS['puente_orders'][17] = $before;
		// A lost answer is no decline.
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		self::assertSame( 3, $known() );
		self::pay( 17, array( 'payment_method_id' => 'pm_2' ) + self::CARD, array( self::PAID ) );
		self::assertSame( 0, $known() );
		self::pay( 17, self::HOSTED, array( self::PAID ) );
		self::assertSame( 0, $known() );
	}

	public function test_an_order_counts_the_declines_of_each_card_apart() {
		global $puente_orders;
		self::shop( array( 17 ) );
		$order    = $puente_orders[17];
		$declines = static function ( $card, $times ) {
			for ( $time = 0; $time < $times; $time++ ) {
				self::pay( 17, array( 'payment_method_id' => $card ) + self::CARD, array( self::refusal( 402, 'card_declined' ) ) );
			}
		};
		$declines( 'pm_1', 3 );
		$declines( 'pm_2', 1 );
		self::assertSame( array( 3, 1 ), array( Puente_Known_Declines::of( $order, 'pm_1' ), Puente_Known_Declines::of( $order, 'pm_2' ) ) );
		$declines( 'pm_1', 1 );
		for ( $card = 3; $card <= 11; $card++ ) {
			$declines( "pm_$card", 1 );
		}
		// Ten cards are kept: the one declined longest ago goes.
		self::assertSame( array( 4, 0, 1 ), array( Puente_Known_Declines::of( $order, 'pm_1' ), Puente_Known_Declines::of( $order, 'pm_2' ), Puente_Known_Declines::of( $order, 'pm_11' ) ) );
		self::assertCount( 10, json_decode( $order->get_meta( '_puente_declines' ), true ) );
	}

	public function test_an_odd_count_of_declines_counts_as_none() {
		global $puente_orders;
		self::shop( array( 17 ) );
		foreach ( array( 'pm_1 3', '{"pm_1":"3"}', '{"pm_1":', '[]', '7', 'null' ) as $odd ) {
			$puente_orders[17]->update_meta_data( '_puente_declines', $odd );
			self::assertSame( 0, Puente_Known_Declines::of( $puente_orders[17], 'pm_1' ) );
			self::assertSame( '{"pm_1":1}', Puente_Known_Declines::with_one_more( $puente_orders[17], 'pm_1' ) );
		}
	}

	public function test_an_order_that_the_timer_has_just_cancelled_is_not_sent_to_be_paid() {
		global $puente_orders, $puente_requests;
		self::shop( array( 17 ) );
		$read = clone $puente_orders[17];
		$puente_orders[17]->set_status( 'cancelled' );
		$puente_requests = array();
		try {
			Puente_Checkout::pay( $read, self::HOSTED );
			self::fail( 'the order was sent' );
		} catch ( Puente_Cannot_Pay $refusal ) {
			self::assertStringContainsString( 'was cancelled', $refusal->getMessage() );
		}
		self::assertSame( array(), $puente_requests );
		self::assertSame( '', $read->get_meta( Puente_Chosen_Method::SENT_META ) );
	}

	public function test_the_plugin_finds_the_previous_order_even_if_a_concurrent_request_overwrote_the_session() {
		global $puente_requests, $puente_session;
		self::shop( array( 17, 18 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		self::pay( 17, self::HOSTED, array( $sent ) );
		$puente_session->values = array();
		self::pay( 18, self::HOSTED, array( $sent ) );
		self::assertSame( array( 17 ), json_decode( end( $puente_requests )['body'], true )['abandons'] );
	}

	public function test_a_changed_cart_closes_the_old_pay_link_even_if_a_late_cart_update_set_another_payment_method() {
		global $puente_orders, $puente_requests;
		self::shop( array( 17, 18 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		self::pay( 17, self::HOSTED, array( $sent ) );
		$puente_orders[17]->set_payment_method( 'bacs' );
		self::pay( 18, self::HOSTED, array( $sent ) );
		self::assertSame( array( 17 ), json_decode( end( $puente_requests )['body'], true )['abandons'] );
	}

	public function test_a_late_cart_update_does_not_change_the_payment_method_of_an_order_sent_to_puente() {
		global $puente_orders;
		self::shop( array( 17 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		$late = static function () use ( &$puente_orders ) {
			$puente_orders[17]->set_payment_method( 'bacs' );
			Puente_Chosen_Method::restore( $puente_orders[17] );
			return $puente_orders[17]->get_payment_method();
		};
		self::assertSame( 'bacs', $late() );
		self::pay( 17, self::HOSTED, array( $sent ) );
		self::assertSame( 'puente', $late() );
		// The customer places it with another method, in the checkout block or on the order-pay
		// page.
		$puente_orders[17]->set_payment_method( 'bacs' );
		Puente_Chosen_Method::unmark_placed( $puente_orders[17] );
		self::assertSame( 'bacs', $late() );
		self::pay( 17, self::HOSTED, array( $sent ) );
		$puente_orders[17]->set_changes( array( 'payment_method' => 'bacs' ) );
		Puente_Chosen_Method::unmark_changed( $puente_orders[17] );
		self::assertSame( 'bacs', $late() );
	}

	public function test_an_order_with_another_payment_method_closes_the_pay_link_of_the_previous_one() {
		global $puente_orders, $puente_planned, $puente_requests, $puente_responses;
		self::shop( array( 17, 18 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		self::pay( 17, self::HOSTED, array( $sent ) );
		$puente_orders[18] = new WC_Order(
			array(
				'id'             => 18,
				'payment_method' => 'cod',
			)
		);
		Puente_Unpaid_Orders::close_links_before( 18 );
		self::assertSame( array( array( Puente_Unpaid_Orders::HOOK, array( array( 17 ), 1 ) ) ), $puente_planned );
		$puente_responses = array(
			new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ),
			array(
				'status' => 200,
				'body'   => '{"closed":1}',
			),
		);
		Puente_Unpaid_Orders::close_links( array( 17 ), 1 );
		self::assertSame( array( Puente_Unpaid_Orders::HOOK, array( array( 17 ), 2 ) ), end( $puente_planned ) );
		Puente_Unpaid_Orders::close_links( array( 17 ), 2 );
		self::assertSame( 2, count( $puente_planned ) );
		self::assertSame( '{"orders":[17]}', end( $puente_requests )['body'] );
	}

	public function test_a_changed_cart_names_the_order_with_the_unknown_charge() {
		global $puente_orders, $puente_requests;
		self::shop( array( 17, 18 ) );
		self::pay( 17, self::CARD, array( self::lost(), self::lost() ) );
		// Back in the store after the order-received page.
		Puente_Unpaid_Orders::forget( $puente_orders[17] );
		self::pay( 18, self::HOSTED, array( self::PAID ) );
		self::assertSame( array( 17 ), json_decode( end( $puente_requests )['body'], true )['abandons'] );
	}
}
