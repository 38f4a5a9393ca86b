<?php

$lost    = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 20001 milliseconds' );
$no_host = new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
$paid    = array(
	'status' => 200,
	'body'   => '{"result":"paid","transaction_id":"t1"}',
);
$card    = array(
	'type'              => 'saved_card',
	'payment_method_id' => 'pm_1',
);
$hosted  = array( 'type' => 'hosted' );

/**
 * Connects a site with orders of one visit.
 */
$shop = static function ( array $ids ) {
	global $puente_options, $puente_orders, $puente_session;
	$puente_options['home'] = 'https://shop.example';
	$puente_session         = new Puente_Session();
	$puente_orders          = array();
	Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
	Puente_Pairings::promote_pending();
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
};

/**
 * Pays an order; `$responses` answer the attempts.
 */
$pay = static function ( $id, array $way, array $responses ) {
	global $puente_orders, $puente_responses, $puente_session;
	$puente_responses = $responses;
	$puente_session->set( 'order_awaiting_payment', $id );
	try {
		return Puente_Checkout::pay( $puente_orders[ $id ], $way );
	} catch ( Puente_Cannot_Pay $refusal ) {
		return $refusal->getMessage();
	}
};

$received = 'https://shop.example/received';
$checking = 'We are checking your payment: it takes longer than usual. Please do not pay in another way. Press the button again in a minute: it first finds out whether your card was charged, and does not charge it twice.';

return array(
	'checkout: a refused currency is hidden for a day, or until the gateway accepts it' => static function () use ( $shop, $pay, $hosted ) {
		global $puente_options;
		$shop( array( 17 ) );
		$refused = refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'order.currency', 'message' => 'Not enabled' ) ) ) );
		$sent    = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		same( true, Puente_Accepted_Currencies::has( 'x' ) );
		same( 0, strpos( $pay( 17, $hosted, array( $refused ) ), 'This shop cannot take cards in this currency' ) );
		same( array( false, true ), array( Puente_Accepted_Currencies::has( 'x' ), Puente_Accepted_Currencies::has( 'HNL' ) ) );
		same( 1, preg_match( '/in x,.*Ask the gateway/', Puente_Accepted_Currencies::words( 'x' ) ) );
		$puente_options[ Puente_Accepted_Currencies::OPTION ]['x']['at'] -= DAY_IN_SECONDS;
		same( true, Puente_Accepted_Currencies::has( 'x' ) );
		$pay( 17, $hosted, array( $refused ) );
		same( false, Puente_Accepted_Currencies::has( 'x' ) );
		// The merchant tests the connection: the refusal is shown, but the currency is offered again.
		Puente_Accepted_Currencies::try_again();
		same( array( true, true ), array( Puente_Accepted_Currencies::has( 'x' ), '' !== Puente_Accepted_Currencies::words( 'x' ) ) );
		$pay( 17, $hosted, array( $sent ) );
		same( '', Puente_Accepted_Currencies::words( 'x' ) );
		same( true, Puente_Accepted_Currencies::has( 'x' ) );
		// Another field was refused.
		$pay( 17, $hosted, array( refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'order.total', 'message' => 'Too small' ) ) ) ) ) );
		same( true, Puente_Accepted_Currencies::has( 'x' ) );
		$puente_options[ Puente_Settings::OPTION ] = array( 'currencies' => 'hnl, USD' );
		same( array( true, true, false ), array_map( array( 'Puente_Accepted_Currencies', 'has' ), array( 'HNL', 'USD', 'EUR' ) ) );
		same( 1, preg_match( '/EUR is not among/', Puente_Accepted_Currencies::words( 'EUR' ) ) );
	},
	'checkout: the customer and the order note read that a total has too many decimals' => static function () use ( $shop, $pay, $hosted ) {
		global $puente_orders;
		$shop( array( 17 ) );
		$refused = static function ( $code, $path ) {
			return refusal( 422, $code, array( 'errors' => array( array( 'path' => $path, 'message' => '10.005 HNL has more decimals than the currency' ) ) ) );
		};
		foreach ( array( array( 'invalid_fields', 'order.total' ), array( 'refused_by_gateway', 'order.amount' ), array( 'refused_by_gateway', 'amount' ) ) as $place ) {
			same( 0, strpos( $pay( 17, $hosted, array( $refused( $place[0], $place[1] ) ) ), 'The total of this order cannot be paid by card.' ) );
		}
		same( 3, count( $puente_orders[17]->get_notes() ) );
		same( true, false !== strpos( $puente_orders[17]->get_notes()[0], '10.005 HNL has more decimals' ) );
	},
	'checkout: the plugin stops offering cards in a currency code that does not exist' => static function () use ( $shop, $pay, $hosted ) {
		$shop( array( 17 ) );
		$refused = refusal( 422, 'invalid_fields', array( 'errors' => array( array( 'path' => 'order.currency', 'message' => 'PTS is no currency' ) ) ) );
		same( 0, strpos( $pay( 17, $hosted, array( $refused ) ), 'This shop cannot take cards in this currency' ) );
		same( false, Puente_Accepted_Currencies::has( 'x' ) );
	},
	'checkout: a currency refused for card fields is hidden, too' => static function () use ( $shop, $pay, $card ) {
		$shop( array( 17 ) );
		$refused = refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'currency_code', 'message' => 'Not enabled' ) ) ) );
		same( 0, strpos( $pay( 17, $card, array( $refused ) ), 'This shop cannot take cards in this currency' ) );
		same( false, Puente_Accepted_Currencies::has( 'x' ) );
	},
	'checkout: a click takes ten seconds at most, even if Puente hangs' => static function () use ( $shop, $pay, $card, $hosted, $lost, $checking ) {
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
			array( $after( 0, $lost ), $after( 600, $late ) ),
			array( $after( 6, $late ), $after( 600, $late ) ),
			array( $after( 9.5, $late ), $after( 600, $late ) ),
		);
		foreach ( $hangs as $hang ) {
			foreach ( array( $card, $hosted ) as $way ) {
				$now = 1000.0;
				$shop( array( 17 ) );
				$said = $pay( 17, $way, $hang );
				same( true, $now - 1000 <= 10 );
				same( $card === $way ? $checking : 'The payment service cannot be reached at the moment. Nothing was charged; please press the button again in a minute.', $said );
			}
		}
		Puente_Client::$seconds = array( 'Puente_Client', 'seconds' );
	},
	'checkout: a charge has an unknown outcome if PHP ends before the response' => static function () use ( $shop, $pay, $card, $no_host, $checking ) {
		$shop( array( 17 ) );
		$dies = static function () {
			throw new RuntimeException( 'Maximum execution time exceeded' );
		};
		try {
			$pay( 17, $card, array( $dies ) );
			same( 'dead', 'alive' );
		} catch ( RuntimeException $death ) {
			same( $checking, $pay( 17, $card, array( $no_host, $no_host ) ) );
		}
	},
	'checkout: a charge without a response is being checked, and the next click resolves it' => static function () use ( $shop, $pay, $card, $lost, $paid, $received, $checking ) {
		$shop( array( 17 ) );
		$blocked = array(
			'status' => 403,
			'body'   => '<html>Request blocked</html>',
		);
		same( $checking, $pay( 17, $card, array( $lost, $blocked ) ) );
		same( $received, $pay( 17, $card, array( $paid ) ) );
	},
	'checkout: a reloaded page knows of an unknown charge until Puente resolves it' => static function () use ( $shop, $pay, $card, $hosted, $lost, $received ) {
		global $puente_order_to_pay, $puente_session;
		$shop( array( 17, 18 ) );
		$knows = static function () {
			return Puente_Unknown_Charge::is_of_this_visit();
		};
		$pay( 17, $card, array( $lost, $lost ) );
		same( true, $knows() );
		$puente_session->set( 'order_awaiting_payment', null );
		$puente_session->set( 'store_api_draft_order', 17 );
		same( true, $knows() );
		$puente_session->set( 'store_api_draft_order', 18 );
		same( false, $knows() );
		$puente_order_to_pay = 17;
		same( true, $knows() );
		// A click without a card.
		same( $received, $pay( 17, $hosted, array( refusal( 409, 'charge_unresolved' ) ) ) );
		same( false, $knows() );
		$puente_order_to_pay = 0;
	},
	'checkout: a click without a card only checks the unknown charge, and the customer may enter the card again' => static function () use ( $shop, $pay, $card, $hosted, $lost, $paid, $received ) {
		global $puente_options, $puente_requests;
		$shop( array( 17 ) );
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
		$pay( 17, $card, array( $lost, $lost ) );
		$puente_requests = array();
		$again           = 'No charge of your card is known. Please type it in again: it is charged only once.';
		// The charge may still be in flight.
		same( $again, $pay( 17, $hosted, array( refusal( 409, 'no_charge_known' ) ) ) );
		same( true, Puente_Unknown_Charge::is_of_this_visit() );
		same( $received, $pay( 17, $hosted, array( $paid ) ) );
		same( false, Puente_Unknown_Charge::is_of_this_visit() );
		same( array( 'find_out', 'find_out' ), $ways() );
	},
	'checkout: a click after the unknown charge succeeded does not pay the cart again' => static function () use ( $shop, $pay, $card, $lost, $received ) {
		global $puente_orders, $puente_requests;
		$shop( array( 17, 18, 19 ) );
		$pay( 17, $card, array( $lost, $lost ) );
		// WooCommerce makes new orders: of the same cart, and of another one.
		$facts               = array(
			'id'                          => 18,
			'order_number'                => 18,
			'payment_method'              => 'puente',
			'cart_hash'                   => 'cart 17',
			'status'                      => 'pending',
			'update_status'               => null,
			'checkout_order_received_url' => 'https://shop.example/received-18',
		);
		$puente_orders[18]   = new WC_Order( $facts );
		$puente_requests     = array();
		same( $received, $pay( 18, $card, array() ) );
		same( array(), $puente_requests );
		same( false, Puente_Unknown_Charge::is_of( $puente_orders[17] ) );
		same( null, Puente_Unpaid_Orders::paid_before( $puente_orders[19] ) );
		// Later, the same cart is a new purchase.
		$puente_orders[17]->update_meta_data( Puente_Unknown_Charge::META, gmdate( 'Y-m-d\TH:i:s\Z', time() - 2 * HOUR_IN_SECONDS ) );
		same( null, Puente_Unpaid_Orders::paid_before( $puente_orders[18] ) );
		Puente_Unknown_Charge::note( $puente_orders[17] );
		same( $puente_orders[17], Puente_Unpaid_Orders::paid_before( $puente_orders[18] ) );
	},
	'checkout: no message denies a charge until Puente resolves it' => static function () use ( $shop, $pay, $card, $hosted, $lost, $no_host, $paid, $received, $checking ) {
		$shop( array( 17 ) );
		$pay( 17, $card, array( $lost, $lost ) );
		same( $checking, $pay( 17, $card, array( $no_host, $no_host ) ) );
		same( $checking, $pay( 17, $hosted, array( refusal( 401, 'clock_differs' ) ) ) );
		same( $received, $pay( 17, $card, array( $paid ) ) );
		same( 1, preg_match( '/cannot be reached.*Nothing was charged/', $pay( 17, $hosted, array( $no_host, $no_host ) ) ) );
	},
	'checkout: the plugin finds the previous order even if a concurrent request overwrote the session' => static function () use ( $shop, $pay, $hosted ) {
		global $puente_requests, $puente_session;
		$shop( array( 17, 18 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		$pay( 17, $hosted, array( $sent ) );
		$puente_session->values = array();
		$pay( 18, $hosted, array( $sent ) );
		same( array( 17 ), json_decode( end( $puente_requests )['body'], true )['abandons'] );
	},
	'checkout: a changed cart closes the old pay link, even if a late cart update set another payment method' => static function () use ( $shop, $pay, $hosted ) {
		global $puente_orders, $puente_requests;
		$shop( array( 17, 18 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		$pay( 17, $hosted, array( $sent ) );
		$puente_orders[17]->set_payment_method( 'bacs' );
		$pay( 18, $hosted, array( $sent ) );
		same( array( 17 ), json_decode( end( $puente_requests )['body'], true )['abandons'] );
	},
	'checkout: a late cart update does not change the payment method of an order sent to Puente' => static function () use ( $shop, $pay, $hosted ) {
		global $puente_orders;
		$shop( array( 17 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		$late = static function () use ( &$puente_orders ) {
			$puente_orders[17]->set_payment_method( 'bacs' );
			Puente_Chosen_Method::restore( $puente_orders[17] );
			return $puente_orders[17]->get_payment_method();
		};
		same( 'bacs', $late() );
		$pay( 17, $hosted, array( $sent ) );
		same( 'puente', $late() );
		// The customer places the order with another method, in the checkout block or on the order-pay page.
		$puente_orders[17]->set_payment_method( 'bacs' );
		Puente_Chosen_Method::unmark_placed( $puente_orders[17] );
		same( 'bacs', $late() );
		$pay( 17, $hosted, array( $sent ) );
		$puente_orders[17]->set_changes( array( 'payment_method' => 'bacs' ) );
		Puente_Chosen_Method::unmark_changed( $puente_orders[17] );
		same( 'bacs', $late() );
	},
	'checkout: an order with another payment method closes the pay link of the previous one' => static function () use ( $shop, $pay, $hosted ) {
		global $puente_orders, $puente_planned, $puente_requests, $puente_responses;
		$shop( array( 17, 18 ) );
		$sent = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
		);
		$pay( 17, $hosted, array( $sent ) );
		$puente_orders[18] = new WC_Order(
			array(
				'id'             => 18,
				'payment_method' => 'cod',
			)
		);
		Puente_Unpaid_Orders::close_links_before( 18 );
		same( array( array( Puente_Unpaid_Orders::HOOK, array( array( 17 ), 1 ) ) ), $puente_planned );
		$puente_responses = array(
			new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ),
			array(
				'status' => 200,
				'body'   => '{"closed":1}',
			),
		);
		Puente_Unpaid_Orders::close_links( array( 17 ), 1 );
		same( array( Puente_Unpaid_Orders::HOOK, array( array( 17 ), 2 ) ), end( $puente_planned ) );
		Puente_Unpaid_Orders::close_links( array( 17 ), 2 );
		same( 2, count( $puente_planned ) );
		same( '{"orders":[17]}', end( $puente_requests )['body'] );
	},
	'checkout: a changed cart names the order with the unknown charge' => static function () use ( $shop, $pay, $card, $hosted, $lost, $paid ) {
		global $puente_orders, $puente_requests;
		$shop( array( 17, 18 ) );
		$pay( 17, $card, array( $lost, $lost ) );
		// The customer has seen the order-received page and went back to the store.
		Puente_Unpaid_Orders::forget( $puente_orders[17] );
		$pay( 18, $hosted, array( $paid ) );
		same( array( 17 ), json_decode( end( $puente_requests )['body'], true )['abandons'] );
	},
);
