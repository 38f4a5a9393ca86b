<?php

final class Puente_Health_Test extends Puente_Test_Case {

	private static function works( array $but = array() ) {
		$part = array(
			'ok'     => true,
			'detail' => 'It works.',
		);
		$body = $but + array_fill_keys( Puente_Facts::PARTS, $part ) + array(
			'store'            => array(
				'id'          => 'tienda-cafe',
				'environment' => 'live',
			),
			'gateway_webhooks' => array(
				'ok'      => true,
				'last_at' => '2026-11-28T10:00:00Z',
			),
		);
		return array(
			'status' => 200,
			'body'   => json_encode( $body ),
		);
	}

	private static function broken( $detail ) {
		return array(
			'ok'     => false,
			'detail' => $detail,
		);
	}

	private static function connected( array $but = array() ) {
		self::connect( 'tienda-cafe' );
		update_option( Puente_Settings::OPTION, array( 'enabled' => 'yes' ) );
		Puente_Facts::keep( self::answer_to( self::works( $but ) ) );
	}

	private static function levels() {
		return array_column( Puente_Health::faults(), 'level' );
	}

	public function test_a_connected_site_that_works_has_no_fault() {
		self::connected();
		self::assertSame( array(), Puente_Health::faults() );
		$rows = Puente_Health::rows();
		self::assertSame( array( 'Connected', 'tie…fe', 'Live' ), array( $rows['connection']['value'], $rows['store']['value'], $rows['mode']['value'] ) );
	}

	public function test_the_report_holds_no_secret_and_no_full_store_id() {
		self::connected();
		ob_start();
		Puente_Status_Report::show();
		$page = ob_get_clean();
		self::assertStringNotContainsString( Puente_Pairings::current()->secret, $page );
		self::assertStringNotContainsString( 'tienda-cafe', $page );
		self::assertStringContainsString( 'data-export-label="Rest api"', $page );
		self::assertStringNotContainsString( 'tienda-cafe', json_encode( Puente_Status_Report::add_to_site_health( array() ) ) );
	}

	public function test_a_part_without_which_no_order_gets_paid_is_critical_and_comes_first() {
		self::connected(
			array(
				'webhooks' => self::broken( 'No webhooks.' ),
				'rest_api' => self::broken( 'HTTP 401.' ),
			)
		);
		self::assertSame( array( 'critical', 'recommended' ), self::levels() );
		self::assertSame( 'Access to your orders: HTTP 401.', Puente_Health::faults()[0]['words'] );
	}

	public function test_saved_cards_that_the_shop_does_not_offer_are_no_fault() {
		self::connected( array( 'saved_cards' => self::broken( 'Off.' ) ) );
		self::assertSame( array(), self::levels() );
		update_option( Puente_Settings::OPTION, array( 'saved_cards' => 'yes' ) );
		self::assertSame( array( 'recommended' ), self::levels() );
	}

	public function test_a_silent_puente_is_a_fault_after_a_day_and_critical_after_two() {
		global $puente_options;
		self::connected();
		$silent_for = static function ( $hours ) {
			global $puente_options;
			$puente_options[ Puente_Facts::OPTION ]['asked_at'] = time() - $hours * HOUR_IN_SECONDS;
			return self::levels();
		};
		self::assertSame( array( array(), array( 'recommended' ), array( 'critical' ) ), array( $silent_for( 24 ), $silent_for( 30 ), $silent_for( 50 ) ) );
		Puente_Contact::note( Puente_Contact::ANSWERED );
		self::assertSame( array(), self::levels() );
	}

	public function test_a_puente_that_refuses_the_site_is_critical_although_it_answers() {
		self::connected();
		Puente_Facts::keep( self::answer_to( self::refusal( 401, 'unknown_store' ) ) );
		self::assertSame( 'critical', self::levels()[0] );
		self::assertStringContainsString( 'Connect again.', Puente_Health::faults()[0]['words'] );
	}

	public function test_a_refused_signature_does_not_count_as_an_answer() {
		global $puente_responses;
		self::connect();
		$puente_responses = array( self::refusal( 401, 'wrong_signature' ), self::refusal( 404, 'no_such_order' ) );
		Puente_Client::current()->call( 'GET', '/v1/orders/1' );
		self::assertSame( 0, Puente_Contact::at( Puente_Contact::ANSWERED ) );
		Puente_Client::current()->call( 'GET', '/v1/orders/1' );
		self::assertGreaterThan( time() - 5, Puente_Contact::at( Puente_Contact::ANSWERED ) );
	}

	public function test_a_copy_and_a_site_without_a_connection_are_critical_only_where_the_method_is_enabled() {
		update_option( 'home', 'https://cafe.example' );
		self::assertSame( array( 'recommended' ), self::levels() );
		update_option( Puente_Settings::OPTION, array( 'enabled' => 'yes' ) );
		self::assertSame( array( 'critical' ), self::levels() );
		self::connected();
		update_option( 'home', 'https://copy.example' );
		self::assertSame( array( 'critical' ), self::levels() );
		self::assertSame( Puente_Health::ELSEWHERE, Puente_Health::connection() );
	}

	public function test_late_tasks_and_a_late_schedule_are_a_fault() {
		global $puente_actions, $puente_next_cron;
		self::connected();
		$puente_actions = array( array( 'pending', time() + 60 ), array( 'failed', time() - 9000 ) );
		self::assertSame( array(), self::levels() );
		$puente_actions[] = array( 'pending', time() - HOUR_IN_SECONDS );
		self::assertSame( array( 'recommended' ), self::levels() );
		self::assertSame( 'Waiting: 2. Late: 1. Failed: 1.', Puente_Health::rows()['tasks']['value'] );
		$puente_actions   = array();
		$puente_next_cron = array( Puente_Alerts::ASK => time() - 3 * HOUR_IN_SECONDS );
		self::assertSame( array( 'recommended' ), self::levels() );
	}

	public function test_site_health_asks_puente_and_names_what_to_do() {
		global $puente_responses, $puente_requests, $puente_options;
		self::connected();
		$puente_options[ Puente_Facts::OPTION ]['asked_at'] -= 120;
		$puente_responses                                    = array( self::works( array( 'gateway' => self::broken( 'Connect with the current <key>.' ) ) ) );
		$result = Puente_Site_Health::test();
		self::assertSame( 1, count( $puente_requests ) );
		self::assertSame( array( 'critical', Puente_Site_Health::TEST ), array( $result['status'], $result['test'] ) );
		self::assertStringContainsString( '<li>Payment gateway: Connect with the current', $result['description'] );
		self::assertStringNotContainsString( '<key>', $result['description'] );
		self::assertStringContainsString( 'section=puente', $result['actions'] );
	}

	public function test_site_health_is_good_without_a_fault_and_runs_by_rest() {
		self::connected();
		self::assertSame( 'good', Puente_Site_Health::test()['status'] );
		$test = Puente_Site_Health::add( array( 'async' => array() ) )['async'][ Puente_Site_Health::TEST ];
		self::assertTrue( $test['has_rest'] );
		self::assertStringEndsWith( 'puente/v1/site-health', $test['test'] );
	}

	public function test_a_rest_call_of_puente_is_recorded_only_if_it_was_authorized() {
		global $puente_capabilities;
		$call = static function ( $method, $agent ) {
			return Puente_Contact::see( 'response', array(), new WP_REST_Request( $method, '/wc/v3/orders/17', array( 'user-agent' => $agent ) ) );
		};
		self::assertSame( 'response', $call( 'PUT', 'Puente' ) );
		self::assertSame( 0, Puente_Contact::at( Puente_Contact::CALLED ) );
		$puente_capabilities = array( 'manage_woocommerce' );
		$call( 'PUT', 'curl' );
		self::assertSame( 0, Puente_Contact::at( Puente_Contact::CALLED ) );
		$call( 'GET', 'Puente' );
		self::assertSame( array( true, 0 ), array( Puente_Contact::at( Puente_Contact::CALLED ) > 0, Puente_Contact::at( Puente_Contact::NOTIFIED ) ) );
		$call( 'PUT', 'Puente' );
		self::assertGreaterThan( 0, Puente_Contact::at( Puente_Contact::NOTIFIED ) );
		Puente_Contact::forget();
		self::assertSame( 0, Puente_Contact::at( Puente_Contact::NOTIFIED ) );
	}
}
