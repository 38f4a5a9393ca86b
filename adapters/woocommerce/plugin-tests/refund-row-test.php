<?php

$lost    = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 14001 milliseconds' );
$no_host = new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
$refund  = static function ( $state, $status = 200 ) {
	return array(
		'status' => $status,
		'body'   => json_encode(
			array(
				'refund' => array(
					'id'    => 'ref_1',
					'state' => $state,
					'kind'  => 'refund',
				),
			)
		),
	);
};

$connect = static function ( $store_id ) {
	global $puente_options;
	$puente_options['home'] = 'https://shop.example';
	Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', $store_id, Puente_Pairing::new_secret() ) );
	Puente_Pairings::promote_pending();
};

/**
 * Connects a site with an order and its refund rows, newest first.
 */
$order_with = static function ( array $metas ) use ( $connect ) {
	global $puente_orders;
	$connect( 'tienda' );
	$rows = array();
	foreach ( $metas as $id => $meta ) {
		$rows[]               = new WC_Order_Refund(
			array(
				'id'               => $id,
				'parent_id'        => 17,
				'amount'           => '5.00',
				'reason'           => isset( $meta['reason'] ) ? $meta['reason'] : '',
				'refunded_payment' => false,
				'date_created'     => new DateTime( '2026-11-22 05:20:00 UTC' ),
				'meta'             => $meta,
			)
		);
		$puente_orders[ $id ] = end( $rows );
	}
	$puente_orders[17] = new WC_Order(
		array(
			'id'       => 17,
			'currency' => 'HNL',
			'refunds'  => $rows,
			'notes'    => array(),
		)
	);
	return $puente_orders[17];
};

$row = static function ( $id ) {
	global $puente_orders;
	return $puente_orders[ $id ];
};

$planned_looks = static function () {
	global $puente_planned;
	return array_column( $puente_planned, 1 );
};

$asked = static function ( $state, $minutes_ago = 60, $store_id = 'tienda' ) {
	return array(
		Puente_Refund_Request::STATE => $state,
		Puente_Refund_Request::META  => ( time() - 60 * $minutes_ago ) . ' ' . $store_id,
	);
};

$respond = static function ( array $responses ) {
	global $puente_responses;
	$puente_responses = $responses;
};

/** Returns whether a row may be deleted, given Puente's responses. */
$may_go = static function ( $id, array $responses ) use ( $row, $respond ) {
	$respond( $responses );
	return null === Puente_Refund_Deletion::before_row( null, $row( $id ) );
};

return array(
	'refund: a store without decimals sends its setting, and the note has the exact amount' => static function () use ( $order_with, $row, $respond ) {
		global $puente_requests;
		update_option( 'woocommerce_price_num_decimals', 0 );
		$order = $order_with( array( 91 => array() ) );
		$row( 91 )->set_amount( '28' );
		$body = array(
			'refund' => array(
				'id'       => 'ref_1',
				'state'    => 'succeeded',
				'kind'     => 'void',
				'amount'   => '27.50',
				'currency' => 'HNL',
			),
		);
		$respond( array( array( 'status' => 201, 'body' => json_encode( $body ) ) ) );
		same( true, Puente_Refunds::make( $order, '28', '' ) );
		delete_option( 'woocommerce_price_num_decimals' );
		$said = json_decode( end( $puente_requests )['body'], true );
		same( array( '28.00', 0 ), array( $said['amount'], $said['shown_decimals'] ) );
		same( true, false !== strpos( $order->get_notes()[0], '27.50 HNL' ) );
	},
	'refund: the request names the displayed decimals only if the currency has more' => static function () use ( $order_with, $lost, $respond ) {
		global $puente_orders, $puente_requests;
		$said = array();
		foreach ( array( 'KWD', 'HNL', 'JPY' ) as $currency ) {
			$rows              = $order_with( array( 92 => array() ) )->get_refunds();
			$puente_orders[17] = new WC_Order(
				array(
					'id'       => 17,
					'currency' => $currency,
					'refunds'  => $rows,
					'notes'    => array(),
				)
			);
			update_option( 'woocommerce_price_num_decimals', 'JPY' === $currency ? 0 : 2 );
			$respond( array( $lost, $lost ) );
			Puente_Refunds::make( $puente_orders[17], '5.00', '' );
			$body   = json_decode( end( $puente_requests )['body'], true );
			$said[] = isset( $body['shown_decimals'] ) ? $body['shown_decimals'] : null;
		}
		delete_option( 'woocommerce_price_num_decimals' );
		same( array( 2, null, null ), $said );
	},
	'refund row: a retry is scheduled before the first request' => static function () use ( $order_with, $row, $lost, $respond, $planned_looks ) {
		$order = $order_with( array( 30 => array() ) );
		$respond( array( $lost, $lost ) );
		same( true, Puente_Refunds::make( $order, '5.00', '' ) );
		same( array( array( 17, 30, 0 ) ), $planned_looks() );
		same( true, Puente_Refund_Request::is_unanswered( $row( 30 ) ) );
	},
	'refund row: a response unschedules the retry' => static function () use ( $order_with, $row, $refund, $no_host, $respond, $planned_looks ) {
		$order = $order_with( array( 31 => array() ) );
		$respond( array( $refund( 'waiting', 202 ) ) );
		same( true, Puente_Refunds::make( $order, '5.00', '' ) );
		same( 'waiting', Puente_Refund_Request::state( $row( 31 ) ) );
		$order = $order_with( array( 32 => array() ) );
		$respond( array( $no_host, $no_host ) );
		same( true, is_wp_error( Puente_Refunds::make( $order, '5.00', '' ) ) );
		same( array(), $planned_looks() );
		// WooCommerce deletes it now.
		same( null, Puente_Refund_Deletion::before_row( null, $row( 32 ) ) );
	},
	'refund row: an unanswered refund blocks another one, which may be its repetition' => static function () use ( $order_with, $asked, $planned_looks ) {
		global $puente_requests;
		$order  = $order_with( array( 34 => array(), 33 => array( 'reason' => 'Roto' ) + $asked( 'asked' ) ) );
		$result = Puente_Refunds::make( $order, '5.00', '' );
		same( true, is_wp_error( $result ) && false !== strpos( $result->get_error_message(), 'is being found out' ) );
		same( array(), $puente_requests );
		same( array( array( 17, 33, 0 ) ), $planned_looks() );
	},
	'refund row: an orphaned row is rescheduled once' => static function () use ( $order_with, $asked, $planned_looks ) {
		$order_with( array( 35 => $asked( 'asked' ), 36 => $asked( 'succeeded' ) ) );
		Puente_Refund_Task::take_up();
		Puente_Refund_Task::take_up();
		same( array( array( 17, 35, 0 ) ), $planned_looks() );
	},
	'refund row: the plugin never queries another store for the outcome' => static function () use ( $order_with, $asked, $row, $connect, $respond, $refund, $planned_looks ) {
		global $puente_requests;
		$order = $order_with( array( 37 => $asked( 'asked' ) ) );
		$connect( 'otra' );
		Puente_Refund_Task::finish( 17, 37, 0 );
		same( array(), $puente_requests );
		same( array( array( 17, 37, 1 ) ), $planned_looks() );
		$connect( 'tienda' );
		$respond( array( $refund( 'succeeded' ) ) );
		Puente_Refund_Task::finish( 17, 37, 1 );
		same( '2026-11-22T05:20:00Z', json_decode( end( $puente_requests )['body'], true )['first_asked_at'] );
		same( 'succeeded', Puente_Refund_Request::state( $row( 37 ) ) );
		same( 1, count( $order->get_notes() ) );
	},
	'refund row: a refund made in the portal is not requested again' => static function () use ( $order_with, $asked, $row, $respond, $refund ) {
		global $puente_requests;
		$order   = $order_with( array( 39 => $asked( 'asked' ) ) );
		$adopted = static function ( $told ) use ( $order ) {
			$order->update_meta_data( '_puente_adopted_refunds', $told );
		};
		$puente_requests = array();
		$adopted( '{"39":"ref_7"}' );
		Puente_Refund_Task::finish( 17, 39, 0 );
		same( array(), $puente_requests );
		same( 'succeeded', Puente_Refund_Request::state( $row( 39 ) ) );
		same( array( 'The gateway has given 5.00 HNL back (ref_7).' ), $order->get_notes() );
		$row( 39 )->update_meta_data( Puente_Refund_Request::STATE, 'asked' );
		foreach ( array( '{"38":"ref_7"}', '{"39":["ref_7"]}', 'not JSON' ) as $told ) {
			$adopted( $told );
			same( '', Puente_Refund_Request::adopted_for( $order, $row( 39 ) ) );
		}
		$respond( array( $refund( 'succeeded' ) ) );
		Puente_Refund_Task::finish( 17, 39, 1 );
		same( 1, count( $puente_requests ) );
	},
	'refund row: retries last a month, and the order gets one note' => static function () use ( $order_with, $asked, $row ) {
		$order = $order_with( array( 38 => $asked( 'asked', 60, 'otra' ) ) );
		for ( $looks = 0; $looks < Puente_Refund_Task::MOST_LOOKS; $looks++ ) {
			Puente_Refund_Task::finish( 17, 38, $looks );
		}
		same( 1, count( $order->get_notes() ) );
		same( 'lost', Puente_Refund_Request::state( $row( 38 ) ) );
	},
	'refund row: a row in any stored state goes once Puente has cancelled the refund' => static function () use ( $order_with, $asked, $may_go, $refund ) {
		global $puente_requests;
		foreach ( array( 'waiting', 'requested', 'pending', 'unknown', 'asked', 'lost' ) as $number => $state ) {
			$order_with( array( 40 + $number => $asked( $state ) ) );
			same( true, $may_go( 40 + $number, array( $refund( 'cancelled' ) ) ) );
			$request = end( $puente_requests );
			same( 'https://puente.example/v1/orders/17/refunds/cancel', $request['url'] );
			same( '{"idempotency_key":"woocommerce-refund-' . ( 40 + $number ) . '"}', $request['body'] );
		}
	},
	'refund row: a row stays while it may move money, and shows why' => static function () use ( $order_with, $asked, $may_go, $row, $lost, $no_host ) {
		$order = $order_with( array( 50 => $asked( 'waiting' ) ) );
		same( false, $may_go( 50, array( refusal( 409, 'refund_under_way', array( 'retry' => 'retry' ) ), refusal( 409, 'refund_under_way' ) ) ) );
		same( false, $may_go( 50, array( refusal( 409, 'refund_done' ) ) ) );
		same( false, $may_go( 50, array( $lost, $lost ) ) );
		same( false, $may_go( 50, array( $no_host, $no_host ) ) );
		same( false, $may_go( 50, array( refusal( 401, 'wrong_signature' ) ) ) );
		// An older Puente, or something in its place.
		same( false, $may_go( 50, array( refusal( 404, 'not_found' ) ) ) );
		$of_a_proxy = array(
			'status' => 404,
			'body'   => '<html>',
		);
		same( false, $may_go( 50, array( $of_a_proxy, $of_a_proxy ) ) );
		same( 7, count( $order->get_notes() ) );
		ob_start();
		Puente_Refund_Deletion::show( $row( 50 ) );
		same( true, false !== strpos( ob_get_clean(), 'role="alert"' ) );
	},
	'refund row: a row unknown to Puente goes only when no request can be in flight' => static function () use ( $order_with, $asked, $may_go ) {
		$order_with( array( 51 => $asked( 'asked', 9 ), 52 => $asked( 'asked', 11 ) ) );
		$never_heard = refusal( 404, 'no_such_refund' );
		same( false, $may_go( 51, array( $never_heard ) ) );
		same( true, $may_go( 52, array( $never_heard ) ) );
	},
	'refund row: a row of another store stays, and the merchant reads what to do' => static function () use ( $order_with, $asked, $may_go ) {
		global $puente_requests;
		$order = $order_with( array( 53 => $asked( 'waiting', 60, 'otra' ) ) );
		same( false, $may_go( 53, array() ) );
		same( array(), $puente_requests );
		same( 1, preg_match( '/Connect that store again\..* deactivate this plugin, delete the refund/', $order->get_notes()[0] ) );
	},
	'refund row: a test row goes once the store is live' => static function () use ( $order_with, $connect, $may_go, $row, $respond, $refund, $no_host ) {
		global $puente_options, $puente_requests;
		$environments = array(
			'test' => true,
			'live' => false,
		);
		foreach ( $environments as $environment => $goes ) {
			$id    = $goes ? 60 : 61;
			$order = $order_with( array( $id => array() ) );
			$puente_options[ Puente_Facts::OPTION ] = array(
				'store' => array(
					'id'          => 'tienda',
					'environment' => $environment,
				),
			);
			$respond( array( $refund( 'waiting', 202 ) ) );
			same( true, Puente_Refunds::make( $order, '5.00', '' ) );
			// While its store is connected, the plugin queries it.
			same( false, $may_go( $id, array( $no_host, $no_host ) ) );
			$connect( 'tienda-live' );
			$puente_requests = array();
			same( $goes, $may_go( $id, array() ) );
			same( array(), $puente_requests );
		}
	},
	'refund row: deleting the row of a succeeded refund notifies Puente, which restores it' => static function () use ( $order_with, $asked, $may_go, $row, $respond, $no_host ) {
		global $puente_orders, $puente_planned, $puente_requests;
		$by_puente = array( Puente_Refunds::META => 'ref_1' );
		$order_with( array( 160 => $asked( 'succeeded' ), 161 => $by_puente, 162 => array(), 163 => $asked( 'failed' ), 164 => $by_puente ) );
		foreach ( array( 160, 161, 162, 163 ) as $id ) {
			same( true, $may_go( $id, array() ) );
		}
		// Puente deletes a row itself.
		$request = new WP_REST_Request( 'DELETE', '/wc/v3/orders/17/refunds/164', array(), array( Puente_Refund_Deletion::CHECKED => 'true' ) );
		Puente_Refund_Deletion::before_call( null, array(), $request );
		same( true, $may_go( 164, array() ) );
		same( array( array( Puente_Deleted_Refunds::HOOK, array( 17, 160, 1 ) ), array( Puente_Deleted_Refunds::HOOK, array( 17, 161, 1 ) ) ), $puente_planned );
		// The row still exists, so Puente gets no notification.
		$puente_requests = array();
		Puente_Deleted_Refunds::notify( 17, 160 );
		same( array(), $puente_requests );
		unset( $puente_orders[160] );
		$respond( array( $no_host, array( 'status' => 200, 'body' => '{"told":true}' ) ) );
		Puente_Deleted_Refunds::notify( 17, 160 );
		same( array( Puente_Deleted_Refunds::HOOK, array( 17, 160, 2 ) ), end( $puente_planned ) );
		Puente_Deleted_Refunds::notify( 17, 160, 2 );
		same( 3, count( $puente_planned ) );
		same( '{"order":17,"refund":160}', end( $puente_requests )['body'] );
	},
	'refund row: a manual, succeeded or failed row goes without a request, and so does a row with its order' => static function () use ( $order_with, $asked, $may_go ) {
		global $puente_requests;
		$order_with( array( 54 => array(), 55 => $asked( 'succeeded' ), 56 => $asked( 'failed' ), 57 => $asked( 'waiting' ) ) );
		same( array( true, true, true ), array( $may_go( 54, array() ), $may_go( 55, array() ), $may_go( 56, array() ) ) );
		Puente_Refund_Deletion::let_order_go( 17 );
		same( true, $may_go( 57, array() ) );
		same( array(), $puente_requests );
	},
);
