<?php

final class Puente_Log_Test extends Puente_Test_Case {

	private static function call( $method, $path, $response, $body = null ) {
		global $puente_responses;
		self::connect();
		$puente_responses = array( $response );
		Puente_Client::current()->call( $method, $path, $body );
	}

	private static function lines() {
		global $puente_log;
		return array_map(
			static function ( $line ) {
				return $line[0] . ' ' . preg_replace( '/"ms":\d+/', '"ms":0', $line[1] );
			},
			$puente_log
		);
	}

	private const FINE = array(
		'status' => 200,
		'body'   => '{"refund":{"id":"r1"}}',
	);

	public function test_a_call_that_changes_something_is_logged_with_its_outcome() {
		global $puente_log;
		self::call( 'POST', '/v1/orders/17/refunds', self::FINE, array( 'reason' => 'Rosa' ) );
		self::assertSame( array( 'info POST /v1/orders/17/refunds {"status":200,"ms":0}' ), self::lines() );
		self::assertSame( 'puente', $puente_log[0][2] );
	}

	public function test_a_failed_call_is_logged_with_its_reason() {
		self::call( 'GET', '/v1/orders/17?ask=1', self::refusal( 404, 'no_such_order' ) );
		self::call( 'GET', '/v1/alerts', new WP_Error( 'http', 'cURL error 7: Failed to connect to puente.example' ) );
		self::assertSame(
			array(
				'warning GET /v1/orders/17 {"status":404,"code":"no_such_order","ms":0}',
				'warning GET /v1/alerts {"failure":"cURL error 7: Failed to connect to puente.example","ms":0}',
			),
			self::lines()
		);
	}

	public function test_a_poll_is_logged_only_if_the_setting_is_on() {
		self::call( 'GET', '/v1/orders/17?ask=1', self::FINE );
		self::assertSame( array(), self::lines() );
		update_option( Puente_Settings::OPTION, array( 'debug' => 'yes' ) );
		self::call( 'GET', '/v1/orders/17?ask=1', self::FINE );
		self::assertSame( array( 'debug GET /v1/orders/17 {"status":200,"ms":0}' ), self::lines() );
	}

	public function test_the_log_masks_secrets_addresses_and_long_numbers() {
		global $puente_log;
		$private = array( Puente_Pairing::new_secret(), 'sk_live_abc123', 'rosa@example.com', '4111 1111 1111 1111', '0801199012345', 'https://user:pass@puente.example/' );
		foreach ( $private as $text ) {
			Puente_Log::error( 'failed', array( 'said' => 'with ' . $text ) );
		}
		$log = json_encode( $puente_log );
		foreach ( array( 'pps_', 'abc123', 'rosa', '1111', '0801199012345', 'user:pass' ) as $part ) {
			self::assertStringNotContainsString( $part, $log );
		}
		Puente_Log::info( 'kept', array( 'order' => 123456789 ) );
		self::assertSame( 'kept {"order":123456789}', end( $puente_log )[1] );
	}
}
