<?php

final class Puente_Facts_Test extends Puente_Test_Case {

	private static function shown( array $events ) {
		$body = array(
			'store'            => array( 'id' => 'tienda' ),
			'gateway_webhooks' => $events + array( 'address' => 'https://puente.example/webhooks/gateway/tienda' ),
		);
		Puente_Facts::keep(
			self::answer_to(
				array(
					'status' => 200,
					'body'   => json_encode( $body ),
				)
			)
		);
		ob_start();
		Puente_Settings_Page::show_gateway_address( Puente_Facts::all() );
		return ob_get_clean();
	}

	private static function failed( $response ) {
		Puente_Facts::keep( self::answer_to( $response ) );
		return Puente_Settings_Page::explain( Puente_Facts::all()['failure'] );
	}

	public function test_an_unreachable_puente_is_reported_with_the_reason() {
		self::assertStringContainsString( '(cURL error 7: Failed to connect to puente.example)', self::failed( new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' ) ) );
		$answered = static function ( $status, $body ) {
			return array(
				'status' => $status,
				'body'   => $body,
			);
		};
		self::assertStringContainsString( 'cannot reach Puente (502)', self::failed( $answered( 502, '' ) ) );
		self::assertStringContainsString( 'not Puente, or is an older version (404)', self::failed( $answered( 404, '{"error":"no such page"}' ) ) );
		self::assertStringContainsString( 'Connect again.', self::failed( self::refusal( 401, 'wrong_signature' ) ) );
		self::assertStringContainsString( '2026-11-26 18:00:00 UTC at Puente', self::failed( self::refusal( 401, 'clock_differs', array( 'server_time' => '2026-11-26T18:00:00.000Z' ) ) ) );
		self::assertStringContainsString( 'The store is gone.', self::failed( self::refusal( 409, 'gone', array( 'detail' => 'The store is gone.' ) ) ) );
	}

	public function test_the_error_quotes_a_page_or_a_redirect_in_front_of_puente() {
		$page = array(
			'status' => 403,
			'body'   => '<html><head><title>Access denied &#8211; Firewall</title></head><body>Ray 7</body></html>',
		);
		self::assertStringContainsString( '(403 “Access denied – Firewall”)', self::failed( $page ) );
		self::assertStringContainsString( '(502 “Bad gateway”)', self::failed( array( 'status' => 502, 'body' => '<html><style>a{}</style>Bad gateway</html>' ) ) );
		$moved = array(
			'status'  => 302,
			'body'    => '',
			'headers' => array( 'location' => 'https://ana:pass@login.example:8443/sso?token=secret' ),
		);
		self::assertStringContainsString( '(302 → https://login.example:8443/sso)', self::failed( $moved ) );
		$moved['headers']['location'] = '/login';
		self::assertStringContainsString( '(302 → /login)', self::failed( $moved ) );
		self::assertStringContainsString( 'not Puente, or is an older version (403)', self::failed( array( 'status' => 403, 'body' => '{"customer":"Ana"}' ) ) );
	}

	public function test_refused_deliveries_show_an_error_with_instructions() {
		$page = self::shown(
			array(
				'last_at' => null,
				'ok'      => false,
				'detail'  => 'Deliveries are refused <b>here</b>. Paste the secret again.',
			)
		);
		self::assertStringContainsString( 'notice-error', $page );
		self::assertStringContainsString( 'Deliveries are refused here. Paste the secret again.', $page );
		self::assertStringContainsString( 'https://puente.example/webhooks/gateway/tienda', $page );
	}

	public function test_accepted_deliveries_show_a_success_and_missing_evidence_shows_an_info() {
		$words = array( 'detail' => 'In the words of Puente.' );
		self::assertStringContainsString( 'notice-success', self::shown( $words + array( 'ok' => true ) ) );
		self::assertStringContainsString( 'notice-info', self::shown( $words + array( 'ok' => null ) ) );
		self::assertStringContainsString( 'notice-info', self::shown( $words + array( 'ok' => 'yes' ) ) );
	}

	public function test_the_page_shows_the_absolute_times_of_the_last_webhook_and_of_the_check() {
		foreach ( array( array(), array( 'detail' => 'In the words of Puente.' ) ) as $words ) {
			$page = self::shown( $words + array( 'last_at' => '2026-11-22T10:20:30.000Z' ) );
			self::assertStringContainsString( 'Last one: 2026-11-22 10:20, checked ' . gmdate( 'Y-m-d' ), $page );
			self::assertFalse( strpos( $page, ' ago' ) );
		}
	}

	public function test_the_settings_page_refreshes_facts_that_are_stale_or_in_another_language_with_a_timeout_of_eight_seconds() {
		global $puente_options, $puente_requests, $puente_responses;
		$puente_options['home'] = 'https://shop.example';
		Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
		Puente_Pairings::promote_pending();
		self::shown( array( 'last_at' => null ) );
		Puente_Facts::refresh_for_page();
		self::assertSame( 0, count( $puente_requests ) );
		foreach ( array( array( 'asked_at' => time() - 3600 ), array( 'language' => 'en' ) ) as $difference ) {
			$kept                                    = $difference + Puente_Facts::all();
			$puente_options[ Puente_Facts::OPTION ] = $kept;
			$puente_responses                        = array( new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
			$puente_requests                         = array();
			$GLOBALS['puente_claims']                = array();
			Puente_Facts::refresh_for_page();
			self::assertSame( array( 1, 8.0 ), array( count( $puente_requests ), $puente_requests[0]['timeout'] ) );
			// Unchanged, with their timestamp: a timeout is no failure.
			self::assertSame( $kept, Puente_Facts::all() );
		}
	}

	public function test_saving_the_settings_tests_again_and_waits_no_longer_than_the_page() {
		global $puente_requests, $puente_responses;
		self::connect();
		self::shown( array( 'last_at' => null ) );
		$kept                     = Puente_Facts::all();
		$puente_responses         = array( new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
		$GLOBALS['puente_claims'] = array();
		Puente_Facts::refresh_for_page( true );
		self::assertSame( array( 1, 8.0 ), array( count( $puente_requests ), $puente_requests[0]['timeout'] ) );
		self::assertSame( $kept, Puente_Facts::all() );
	}

	public function test_the_settings_page_waits_once_for_a_silent_puente() {
		global $puente_requests, $puente_responses, $puente_options;
		self::connect();
		self::shown( array( 'last_at' => null ) );
		$puente_options[ Puente_Facts::OPTION ]['asked_at'] -= 3600;
		$puente_responses = array( new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
		$puente_requests  = array();
		$GLOBALS['puente_claims'] = array();
		$show             = new ReflectionMethod( 'Puente_Settings_Page', 'show_connected' );
		$show->setAccessible( true );
		ob_start();
		$show->invoke( null, Puente_Pairings::current(), '' );
		self::assertStringContainsString( 'Puente is not responding, so the list is not available.', ob_get_clean() );
		self::assertCount( 1, $puente_requests );
	}

	public function test_the_shop_is_disconnected_in_two_steps() {
		global $puente_responses;
		self::connect();
		self::shown( array( 'last_at' => null ) );
		$puente_responses = array( array( 'status' => 200, 'body' => '{"data":[]}' ) );
		$show             = new ReflectionMethod( 'Puente_Settings_Page', 'show_connected' );
		$show->setAccessible( true );
		ob_start();
		$show->invoke( null, Puente_Pairings::current(), '' );
		$page = ob_get_clean();
		self::assertSame( 1, preg_match( '~<details class="puente-disconnect"><summary>Disconnect</summary>(?:(?!</details>).)*form="puente-disconnect"~s', $page ) );
		self::assertSame( 1, substr_count( $page, 'form="puente-disconnect"' ) );
	}

	public function test_the_page_shows_the_last_delivery_if_puente_sends_no_verdict() {
		$page = self::shown( array( 'last_at' => null ) );
		self::assertStringContainsString( 'None has arrived yet, checked 20', $page );
		self::assertFalse( strpos( $page, 'notice' ) );
	}
}
