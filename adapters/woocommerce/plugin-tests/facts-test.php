<?php
/**
 * What the last connection test found, as the settings page shows it.
 *
 * @package Puente
 */

$shown = static function ( array $events ) {
	$body = array(
		'store'            => array( 'id' => 'tienda' ),
		'gateway_webhooks' => $events + array( 'address' => 'https://puente.example/webhooks/gateway/tienda' ),
	);
	Puente_Facts::keep(
		Puente_Answer::read(
			array(
				'status' => 200,
				'body'   => json_encode( $body ),
			)
		)
	);
	ob_start();
	Puente_Settings_Page::show_gateway_address( Puente_Facts::all() );
	return ob_get_clean();
};
$holds = static function ( $text, $page ) {
	if ( false === strpos( $page, $text ) ) {
		throw new Exception( "expected “{$text}” in: {$page}" );
	}
};

return array(
	'facts: deliveries that are refused are an error, with what to do' => static function () use ( $shown, $holds ) {
		$page = $shown(
			array(
				'last_at' => null,
				'ok'      => false,
				'detail'  => 'Deliveries are refused <b>here</b>. Paste the secret again.',
			)
		);
		$holds( 'notice-error', $page );
		$holds( 'Deliveries are refused here. Paste the secret again.', $page );
		$holds( 'https://puente.example/webhooks/gateway/tienda', $page );
	},
	'facts: deliveries that arrive are fine, and where there were none nothing is judged' => static function () use ( $shown, $holds ) {
		$words = array( 'detail' => 'In the words of Puente.' );
		$holds( 'notice-success', $shown( $words + array( 'ok' => true ) ) );
		$holds( 'notice-info', $shown( $words + array( 'ok' => null ) ) );
		$holds( 'notice-info', $shown( $words + array( 'ok' => 'yes' ) ) );
	},
	'facts: a Puente that judges nothing says when the last delivery came' => static function () use ( $shown, $holds ) {
		$page = $shown( array( 'last_at' => null ) );
		$holds( 'None has come yet.', $page );
		same( false, strpos( $page, 'notice' ) );
	},
);
