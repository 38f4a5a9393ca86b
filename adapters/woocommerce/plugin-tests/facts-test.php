<?php

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

$failed = static function ( $response ) {
	Puente_Facts::keep( Puente_Answer::read( $response ) );
	return Puente_Settings_Page::explain( Puente_Facts::all()['failure'] );
};

return array(
	'facts: an unreachable Puente is reported with the reason' => static function () use ( $failed, $holds ) {
		$holds( '(cURL error 7: Failed to connect to puente.example)', $failed( new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' ) ) );
		$answered = static function ( $status, $body ) {
			return array(
				'status' => $status,
				'body'   => $body,
			);
		};
		$holds( 'cannot be reached from this site (502)', $failed( $answered( 502, '' ) ) );
		$holds( 'no Puente, or an older one (404)', $failed( $answered( 404, '{"error":"no such page"}' ) ) );
		$holds( 'Please connect again.', $failed( refusal( 401, 'wrong_signature' ) ) );
		$holds( 'at Puente 2026-11-26 18:00:00 UTC', $failed( refusal( 401, 'clock_differs', array( 'server_time' => '2026-11-26T18:00:00.000Z' ) ) ) );
		$holds( 'The store is gone.', $failed( refusal( 409, 'gone', array( 'detail' => 'The store is gone.' ) ) ) );
	},
	'facts: the error quotes a page or a redirect in front of Puente' => static function () use ( $failed, $holds ) {
		$page = array(
			'status' => 403,
			'body'   => '<html><head><title>Access denied &#8211; Firewall</title></head><body>Ray 7</body></html>',
		);
		$holds( '(403 “Access denied – Firewall”)', $failed( $page ) );
		$holds( '(502 “Bad gateway”)', $failed( array( 'status' => 502, 'body' => '<html><style>a{}</style>Bad gateway</html>' ) ) );
		$moved = array(
			'status'  => 302,
			'body'    => '',
			'headers' => array( 'location' => 'https://ana:pass@login.example:8443/sso?token=secret' ),
		);
		$holds( '(302 → https://login.example:8443/sso)', $failed( $moved ) );
		$moved['headers']['location'] = '/login';
		$holds( '(302 → /login)', $failed( $moved ) );
		$holds( 'no Puente, or an older one (403)', $failed( array( 'status' => 403, 'body' => '{"customer":"Ana"}' ) ) );
	},
	'facts: refused deliveries show an error with instructions' => static function () use ( $shown, $holds ) {
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
	'facts: accepted deliveries show a success, and missing evidence shows an info' => static function () use ( $shown, $holds ) {
		$words = array( 'detail' => 'In the words of Puente.' );
		$holds( 'notice-success', $shown( $words + array( 'ok' => true ) ) );
		$holds( 'notice-info', $shown( $words + array( 'ok' => null ) ) );
		$holds( 'notice-info', $shown( $words + array( 'ok' => 'yes' ) ) );
	},
	'facts: the page shows the absolute times of the last webhook and of the check' => static function () use ( $shown, $holds ) {
		foreach ( array( array(), array( 'detail' => 'In the words of Puente.' ) ) as $words ) {
			$page = $shown( $words + array( 'last_at' => '2026-11-22T10:20:30.000Z' ) );
			$holds( 'Last one: 2026-11-22 10:20, checked ' . gmdate( 'Y-m-d' ), $page );
			same( false, strpos( $page, ' ago' ) );
		}
	},
	'facts: the settings page refreshes facts that are stale or in another language, with a timeout of eight seconds' => static function () use ( $shown ) {
		global $puente_options, $puente_requests, $puente_responses;
		$puente_options['home'] = 'https://shop.example';
		Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
		Puente_Pairings::promote_pending();
		$shown( array( 'last_at' => null ) );
		Puente_Facts::refresh_for_page();
		same( 0, count( $puente_requests ) );
		foreach ( array( array( 'asked_at' => time() - 3600 ), array( 'language' => 'en' ) ) as $difference ) {
			$kept                                    = $difference + Puente_Facts::all();
			$puente_options[ Puente_Facts::OPTION ] = $kept;
			$puente_responses                        = array( new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
			$puente_requests                         = array();
			$GLOBALS['puente_claims']                = array();
			Puente_Facts::refresh_for_page();
			same( array( 1, 8 ), array( count( $puente_requests ), $puente_requests[0]['timeout'] ) );
			// The facts stay unchanged, including their timestamp: a timeout is no failure.
			same( $kept, Puente_Facts::all() );
		}
	},
	'facts: the page shows the last delivery if Puente sends no verdict' => static function () use ( $shown, $holds ) {
		$page = $shown( array( 'last_at' => null ) );
		$holds( 'None has come yet, checked 20', $page );
		same( false, strpos( $page, 'notice' ) );
	},
);
