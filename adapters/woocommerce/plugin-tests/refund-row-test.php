<?php
/**
 * What becomes of the row of a refund: when an answer is lost, and when somebody deletes it.
 *
 * @package Puente
 */

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
 * A connected site with an order and the rows of its refunds, the newest first.
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
		Puente_Refund_Asked::STATE => $state,
		Puente_Refund_Asked::META  => ( time() - 60 * $minutes_ago ) . ' ' . $store_id,
	);
};

$respond = static function ( array $responses ) {
	global $puente_responses;
	$puente_responses = $responses;
};

/**
 * Whether a row may be deleted, with the responses that Puente gives.
 */
$may_go = static function ( $id, array $responses ) use ( $row, $respond ) {
	$respond( $responses );
	return null === Puente_Refund_Deletion::before_row( null, $row( $id ) );
};

return array(
	'refund: a shop without decimals says so, and notes the amount that goes back' => static function () use ( $order_with, $row, $respond ) {
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
	'refund: a shop that shows fewer decimals than the currency has says so, and another one does not' => static function () use ( $order_with, $lost, $respond ) {
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
	'refund row: is looked after before Puente is asked, in case nobody hears the answer' => static function () use ( $order_with, $row, $lost, $respond, $planned_looks ) {
		$order = $order_with( array( 30 => array() ) );
		$respond( array( $lost, $lost ) );
		same( true, Puente_Refunds::make( $order, '5.00', '' ) );
		same( array( array( 17, 30, 0 ) ), $planned_looks() );
		same( true, Puente_Refund_Asked::is_unanswered( $row( 30 ) ) );
	},
	'refund row: whose answer came is looked after no more' => static function () use ( $order_with, $row, $refund, $no_host, $respond, $planned_looks ) {
		$order = $order_with( array( 31 => array() ) );
		$respond( array( $refund( 'waiting', 202 ) ) );
		same( true, Puente_Refunds::make( $order, '5.00', '' ) );
		same( 'waiting', Puente_Refund_Asked::state( $row( 31 ) ) );
		$order = $order_with( array( 32 => array() ) );
		$respond( array( $no_host, $no_host ) );
		same( true, is_wp_error( Puente_Refunds::make( $order, '5.00', '' ) ) );
		same( array(), $planned_looks() );
		// WooCommerce takes it away now.
		same( null, Puente_Refund_Deletion::before_row( null, $row( 32 ) ) );
	},
	'refund row: while one is unanswered, no other is asked for: it may be the same wish again' => static function () use ( $order_with, $asked, $planned_looks ) {
		global $puente_requests;
		$order  = $order_with( array( 34 => array(), 33 => array( 'reason' => 'Roto' ) + $asked( 'asked' ) ) );
		$result = Puente_Refunds::make( $order, '5.00', '' );
		same( true, is_wp_error( $result ) && false !== strpos( $result->get_error_message(), 'is being found out' ) );
		same( array(), $puente_requests );
		same( array( array( 17, 33, 0 ) ), $planned_looks() );
	},
	'refund row: that fell off the calendar is taken up again, once' => static function () use ( $order_with, $asked, $planned_looks ) {
		$order_with( array( 35 => $asked( 'asked' ), 36 => $asked( 'succeeded' ) ) );
		Puente_Refund_Task::take_up();
		Puente_Refund_Task::take_up();
		same( array( array( 17, 35, 0 ) ), $planned_looks() );
	},
	'refund row: another store, which never heard of it, is not asked what became of it' => static function () use ( $order_with, $asked, $row, $connect, $respond, $refund, $planned_looks ) {
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
		same( 'succeeded', Puente_Refund_Asked::state( $row( 37 ) ) );
		same( 1, count( $order->get_notes() ) );
	},
	'refund row: what the merchant gave back in the portal meanwhile is not asked for again' => static function () use ( $order_with, $asked, $row, $respond, $refund ) {
		global $puente_requests;
		$order   = $order_with( array( 39 => $asked( 'asked' ) ) );
		$adopted = static function ( $told ) use ( $order ) {
			$order->update_meta_data( '_puente_adopted_refunds', $told );
		};
		$puente_requests = array();
		$adopted( '{"39":"ref_7"}' );
		Puente_Refund_Task::finish( 17, 39, 0 );
		same( array(), $puente_requests );
		same( 'succeeded', Puente_Refund_Asked::state( $row( 39 ) ) );
		same( array( 'The gateway has given 5.00 HNL back (ref_7).' ), $order->get_notes() );
		$row( 39 )->update_meta_data( Puente_Refund_Asked::STATE, 'asked' );
		foreach ( array( '{"38":"ref_7"}', '{"39":["ref_7"]}', 'not JSON' ) as $told ) {
			$adopted( $told );
			same( '', Puente_Refund_Asked::adopted_for( $order, $row( 39 ) ) );
		}
		$respond( array( $refund( 'succeeded' ) ) );
		Puente_Refund_Task::finish( 17, 39, 1 );
		same( 1, count( $puente_requests ) );
	},
	'refund row: a month long it is looked for, and a person is told once' => static function () use ( $order_with, $asked, $row ) {
		$order = $order_with( array( 38 => $asked( 'asked', 60, 'otra' ) ) );
		for ( $looks = 0; $looks < Puente_Refund_Task::MOST_LOOKS; $looks++ ) {
			Puente_Refund_Task::finish( 17, 38, $looks );
		}
		same( 1, count( $order->get_notes() ) );
		same( 'lost', Puente_Refund_Asked::state( $row( 38 ) ) );
	},
	'refund row: is deleted when Puente has taken the refund back, however it stood when the row last heard' => static function () use ( $order_with, $asked, $may_go, $refund ) {
		global $puente_requests;
		foreach ( array( 'waiting', 'requested', 'pending', 'unknown', 'asked', 'lost' ) as $number => $state ) {
			$order_with( array( 40 + $number => $asked( $state ) ) );
			same( true, $may_go( 40 + $number, array( $refund( 'cancelled' ) ) ) );
			$request = end( $puente_requests );
			same( 'https://puente.example/v1/orders/17/refunds/cancel', $request['url'] );
			same( '{"idempotency_key":"woocommerce-refund-' . ( 40 + $number ) . '"}', $request['body'] );
		}
	},
	'refund row: stays as long as money may go back by it, and says why at its place' => static function () use ( $order_with, $asked, $may_go, $row, $lost, $no_host ) {
		$order = $order_with( array( 50 => $asked( 'waiting' ) ) );
		same( false, $may_go( 50, array( refusal( 409, 'refund_under_way', array( 'retry' => 'retry' ) ), refusal( 409, 'refund_under_way' ) ) ) );
		same( false, $may_go( 50, array( refusal( 409, 'refund_done' ) ) ) );
		same( false, $may_go( 50, array( $lost, $lost ) ) );
		same( false, $may_go( 50, array( $no_host, $no_host ) ) );
		same( false, $may_go( 50, array( refusal( 401, 'wrong_signature' ) ) ) );
		// A Puente that does not know how to be asked this, or something in its place.
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
	'refund row: that Puente never heard of goes only when no call can be on its way any more' => static function () use ( $order_with, $asked, $may_go ) {
		$order_with( array( 51 => $asked( 'asked', 9 ), 52 => $asked( 'asked', 11 ) ) );
		$never_heard = refusal( 404, 'no_such_refund' );
		same( false, $may_go( 51, array( $never_heard ) ) );
		same( true, $may_go( 52, array( $never_heard ) ) );
	},
	'refund row: of another store stays, and the merchant reads what to do' => static function () use ( $order_with, $asked, $may_go ) {
		global $puente_requests;
		$order = $order_with( array( 53 => $asked( 'waiting', 60, 'otra' ) ) );
		same( false, $may_go( 53, array() ) );
		same( array(), $puente_requests );
		same( 1, preg_match( '/Connect that store again\..* deactivate this plugin, delete the refund/', $order->get_notes()[0] ) );
	},
	'refund row: of the store of test goes once the shop is live, as no real money goes back' => static function () use ( $order_with, $connect, $may_go, $row, $respond, $refund, $no_host ) {
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
			// While its store is connected, that one is asked.
			same( false, $may_go( $id, array( $no_host, $no_host ) ) );
			$connect( 'tienda-live' );
			$puente_requests = array();
			same( $goes, $may_go( $id, array() ) );
			same( array(), $puente_requests );
		}
	},
	'refund row: that was made and is deleted is told to Puente, so that it comes back' => static function () use ( $order_with, $asked, $may_go, $row, $respond, $no_host ) {
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
		// It was not deleted after all.
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
	'refund row: goes without a question when it is by hand, done, or refused, and with its order' => static function () use ( $order_with, $asked, $may_go ) {
		global $puente_requests;
		$order_with( array( 54 => array(), 55 => $asked( 'succeeded' ), 56 => $asked( 'failed' ), 57 => $asked( 'waiting' ) ) );
		same( array( true, true, true ), array( $may_go( 54, array() ), $may_go( 55, array() ), $may_go( 56, array() ) ) );
		Puente_Refund_Deletion::let_order_go( 17 );
		same( true, $may_go( 57, array() ) );
		same( array(), $puente_requests );
	},
);
