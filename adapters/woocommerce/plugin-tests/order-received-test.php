<?php
/**
 * The page after an order.
 *
 * @package Puente
 */

$page_of = static function ( $method ) {
	global $puente_orders, $puente_session;
	$puente_session    = null;
	$puente_orders[17] = new WC_Order(
		array(
			'id'             => 17,
			'payment_method' => $method,
			'has_status'     => true, // Cancelled: the first thing that is asked for.
		)
	);
	ob_start();
	Puente_Order_Received::show( 17 );
	return ob_get_clean();
};

return array(
	'order received: who paid an order that was cancelled is not left with that word alone' => static function () use ( $page_of ) {
		same( true, false !== strpos( $page_of( 'puente' ), 'If your card was charged all the same' ) );
	},
	'order received: a cancelled order of another way to pay is not ours to speak of' => static function () use ( $page_of ) {
		same( '', $page_of( 'bacs' ) );
	},
);
