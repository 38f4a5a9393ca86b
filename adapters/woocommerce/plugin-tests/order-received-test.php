<?php

$page_of = static function ( $status, $was_paid = false, $method = 'puente', array $meta = array() ) {
	global $puente_orders, $puente_session;
	$puente_session    = null;
	$puente_orders[17] = new WC_Order(
		array(
			'id'                   => 17,
			'payment_method'       => $method,
			'meta'                 => $meta,
			'status'               => $status,
			'date_paid'            => $was_paid ? new WC_DateTime() : null,
			'order_key'            => 'wc_order_1',
			'checkout_payment_url' => 'https://shop.example/pay',
			'checkout_order_received_url' => 'https://shop.example/thanks',
		)
	);
	ob_start();
	Puente_Order_Received::show( 17 );
	return ob_get_clean();
};

$first_words = static function ( $page ) {
	return preg_match( '#<span data-words>(.*?)</span>|puente-order-state"><p>(.*?)</p>#', $page, $found ) ? htmlspecialchars_decode( end( $found ), ENT_QUOTES ) : '';
};

return array(
	'order received: the page of a cancelled order mentions a possible charge' => static function () use ( $page_of ) {
		same( true, false !== strpos( $page_of( 'cancelled' ), 'If your card was charged all the same' ) );
	},
	'pay page: a click on an order that was just paid redirects to the order-received page' => static function () use ( $page_of ) {
		$led_to = static function ( $key = 'wc_order_1' ) {
			return Puente_Order_Received::url_after_payment( wc_get_order( 17 ), $key );
		};
		$page_of( 'processing', true );
		same( 'https://shop.example/thanks', $led_to() );
		same( null, $led_to( 'wc_order_of_somebody_else' ) );
		same( null, $led_to( '' ) );
		$page_of( 'pending' );
		same( null, $led_to() );
		$page_of( 'refunded', true );
		same( null, $led_to() );
		$page_of( 'processing', true, 'bacs' );
		same( null, $led_to() );
		same( null, Puente_Order_Received::url_after_payment( false, 'wc_order_1' ) );
	},
	'order received: a card order is being confirmed even if a late cart update set another payment method' => static function () use ( $page_of, $first_words ) {
		$sent = array( '_puente_checkout' => '2026-11-26T18:00:00Z' );
		same( 'We are confirming your payment. This page updates by itself.', $first_words( $page_of( 'pending', false, 'bacs', $sent ) ) );
		same( 'confirming', Puente_Order_State::ask( wc_get_order( 17 ) ) );
		// Paid in another way, or waiting for a transfer.
		same( '', $page_of( 'processing', true, 'bacs', $sent ) );
		same( '', $page_of( 'on-hold', false, 'bacs', $sent ) );
	},
	'order received: the page says nothing about an order with another payment method' => static function () use ( $page_of ) {
		same( '', $page_of( 'cancelled', false, 'bacs' ) );
		same( '', $page_of( 'on-hold', false, 'bacs' ) );
	},
	'order received: a payment date confirms a payment, a status does not' => static function () use ( $page_of, $first_words ) {
		same( '', $page_of( 'processing', true ) );
		same( '', $page_of( 'on-hold', true ) );
		same( 'We are confirming your payment. This page updates by itself.', $first_words( $page_of( 'pending' ) ) );
		same( 'We are confirming your payment. This page updates by itself.', $first_words( $page_of( 'of-another-plugin' ) ) );
	},
	'order received: a held order is not shown as confirmed' => static function () use ( $page_of, $first_words ) {
		same( 0, strpos( $first_words( $page_of( 'on-hold' ) ), 'The shop is checking this order' ) );
		same( 'We have received your order.', Puente_Order_Received::words( 'Thank you.', wc_get_order( 17 ) ) );
	},
	'order received: a refunded order is not shown as confirmed' => static function () use ( $page_of, $first_words ) {
		same( 0, strpos( $first_words( $page_of( 'refunded', true ) ), 'Your payment was refunded.' ) );
	},
);
