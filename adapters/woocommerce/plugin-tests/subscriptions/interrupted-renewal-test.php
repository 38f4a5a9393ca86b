<?php

require_once __DIR__ . '/subscription-shop.php';

final class Puente_Interrupted_Renewal_Test extends Puente_Subscription_Shop {

	private const DUE = 'woocommerce_scheduled_subscription_payment';

	/**
	 * Renews by the engine's own action, whose PHP ends at a hook.
	 *
	 * @param string|null $ends_at Hook; `null` if PHP does not end.
	 */
	private static function engine_renews( $ends_at = null, $priority = 10 ) {
		global $puente_hooks;
		$puente_hooks = array();
		Puente_Renewal::listen();
		Puente_Interrupted_Renewal::listen();
		add_action( self::DUE, 'puente_process_renewal', 1 );
		add_action( self::DUE, 'puente_charge_last_renewal', 10 );
		$others = isset( $puente_hooks[ $ends_at ] ) ? $puente_hooks[ $ends_at ] : array();
		if ( $ends_at ) {
			add_filter(
				$ends_at,
				static function () {
					throw new RuntimeException( 'killed' );
				},
				$priority
			);
		}
		try {
			do_action( self::DUE, 7 );
		} catch ( RuntimeException $killed ) {
			self::assertNotNull( $ends_at );
			$puente_hooks[ $ends_at ] = $others;
		}
		$GLOBALS['puente_claims'] = array();
	}

	private static function hours_later( $hours ) {
		global $puente_orders, $puente_subscriptions;
		foreach ( $puente_orders as $order ) {
			if ( $order->get_date_created() ) {
				$order->set_date_created( ( new WC_DateTime() )->setTimestamp( $order->get_date_created()->getTimestamp() - $hours * HOUR_IN_SECONDS ) );
			}
		}
		$due = $puente_subscriptions[7]->get_meta( '_puente_renewal_due' );
		if ( '' !== $due ) {
			$puente_subscriptions[7]->update_meta_data( '_puente_renewal_due', (string) ( $due - $hours * HOUR_IN_SECONDS ) );
		}
	}

	private static function charge_planned() {
		foreach ( self::planned() as $arguments ) {
			$GLOBALS['puente_claims'] = array();
			Puente_Renewal::charge_again( ...$arguments );
		}
	}

	public function test_a_renewal_by_the_engine_is_charged_once_and_leaves_nothing_to_take_up() {
		global $puente_subscriptions, $puente_orders;
		self::shop( array( self::PAID ) );
		self::engine_renews();
		self::assertCount( 1, self::charges() );
		self::assertSame( '', $puente_subscriptions[7]->get_meta( '_puente_renewal_due' ) );
		self::assertSame( '', $puente_orders[31]->get_meta( '_puente_renewal_due' ) );
		self::hours_later( 7 );
		Puente_Interrupted_Renewal::take_up();
		Puente_Missing_Renewals::look();
		self::assertSame( array(), self::planned() );
		self::assertSame( array(), get_option( 'puente_missing_renewals', array() ) );
	}

	public static function interruptions() {
		return array(
			'after the relation, before the plugin sees it' => array( 'wcs_renewal_order_created', 5 ),
			'after the plugin saw it'                       => array( 'wcs_renewal_order_created', 30 ),
			'before its payment method is written'          => array( 'test_method_is_written', 10 ),
		);
	}

	/**
	 * @dataProvider interruptions
	 */
	public function test_a_renewal_whose_creation_was_interrupted_is_taken_up_and_charged_once( $ends_at, $priority ) {
		global $puente_subscriptions, $puente_orders;
		self::shop( array( self::PAID ) );
		self::engine_renews( $ends_at, $priority );
		self::assertSame( array( 'on-hold', array() ), array( $puente_subscriptions[7]->get_status(), self::charges() ) );
		// The engine's action runs no more: the scheduler calls it failed.
		Puente_Interrupted_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		self::hours_later( 2 );
		for ( $day = 0; $day < 3; $day++ ) {
			Puente_Interrupted_Renewal::take_up();
			Puente_Renewal::take_up();
		}
		self::assertSame( array( array( 31, 0 ) ), self::planned() );
		self::charge_planned();
		self::assertSame( 'pm_visa', self::charges()[0]['payment_method_id'] );
		self::assertSame( 'puente', $puente_orders[31]->get_payment_method() );
		$GLOBALS['puente_planned'] = array();
		$puente_orders[31]->set_status( 'processing' );
		Puente_Interrupted_Renewal::take_up();
		Puente_Renewal::take_up();
		self::charge_planned();
		self::assertCount( 1, self::charges() );
	}

	public static function losses() {
		return array(
			'before the order exists' => array( 'wc_subscriptions_renewal_order_data' ),
			'before its relation'     => array( 'test_order_is_related' ),
		);
	}

	/**
	 * @dataProvider losses
	 */
	public function test_a_renewal_whose_order_the_interruption_lost_is_an_alert_and_nothing_is_charged( $ends_at ) {
		global $puente_subscriptions;
		self::shop();
		$puente_subscriptions[7]->set_last_order_id( 29 );
		self::engine_renews( $ends_at );
		self::hours_later( 5 );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals', array() ) );
		self::hours_later( 2 );
		Puente_Missing_Renewals::look();
		self::assertSame( array( 7 ), get_option( 'puente_missing_renewals' ) );
		self::assertSame( array( array(), array() ), array( self::planned(), self::charges() ) );
		// The merchant creates an order.
		puente_create_renewal_order( $puente_subscriptions[7] );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals' ) );
	}

	public function test_a_subscription_that_its_merchant_suspended_is_no_alert() {
		global $puente_subscriptions;
		self::shop();
		$puente_subscriptions[7]->set_status( 'on-hold' );
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', gmdate( 'Y-m-d H:i:s', time() - DAY_IN_SECONDS ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals', array() ) );
	}

	public function test_an_interrupted_renewal_that_somebody_paid_cancelled_or_declined_is_not_taken_up() {
		global $puente_orders, $puente_subscriptions;
		$changes = array(
			array( 'status', 'processing' ),
			array( 'status', 'cancelled' ),
			array( 'status', 'failed' ),
			array( 'payment_method', 'cod' ),
			array( 'total', '0.00' ),
			array( 'date_paid', new WC_DateTime() ),
		);
		foreach ( $changes as list( $name, $value ) ) {
			self::shop();
			$GLOBALS['puente_planned'] = array();
			self::engine_renews( 'wcs_renewal_order_created', 5 );
			self::hours_later( 2 );
			$puente_orders[31]->{"set_$name"}( $value );
			Puente_Interrupted_Renewal::take_up();
			Puente_Renewal::take_up();
			self::assertSame( array(), self::planned(), $name );
			self::assertSame( '', $puente_subscriptions[7]->get_meta( '_puente_renewal_due' ) );
		}
	}

	public function test_an_interrupted_renewal_of_another_method_or_a_manual_subscription_is_not_taken_up() {
		global $puente_subscriptions;
		foreach ( array( array( 'payment_method', 'stripe' ), array( 'is_manual', true ), array( 'status', 'cancelled' ) ) as list( $name, $value ) ) {
			self::shop();
			self::engine_renews( 'wcs_renewal_order_created', 5 );
			self::hours_later( 2 );
			$puente_subscriptions[7]->{"set_$name"}( $value );
			Puente_Interrupted_Renewal::take_up();
			self::assertSame( array(), self::planned(), $name );
		}
	}

	public function test_an_interrupted_renewal_that_another_process_holds_is_taken_up_later() {
		global $wpdb;
		self::shop();
		self::engine_renews( 'wcs_renewal_order_created', 5 );
		self::hours_later( 2 );
		$wpdb->lock = '0';
		Puente_Interrupted_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		$wpdb->lock = '1';
		Puente_Interrupted_Renewal::take_up();
		self::assertSame( array( array( 31, 0 ) ), self::planned() );
	}

	public function test_a_renewal_of_before_the_interruption_is_not_taken_up() {
		global $puente_orders, $puente_subscriptions;
		$order = self::shop();
		$order->set_payment_method( '' );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 30 * DAY_IN_SECONDS ) );
		self::engine_renews( 'wc_subscriptions_renewal_order_data' );
		self::hours_later( 2 );
		Puente_Interrupted_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		self::assertNotSame( '', $puente_subscriptions[7]->get_meta( '_puente_renewal_due' ) );
	}

	public function test_a_pending_renewal_that_the_merchant_created_is_not_charged_by_itself() {
		global $puente_subscriptions, $puente_orders;
		self::shop( array( self::PAID ) );
		self::engine_renews();
		$charged = count( self::charges() );
		// As the engine's action "Create pending renewal order".
		puente_create_renewal_order( $puente_subscriptions[7] )->set_payment_method( 'puente' );
		self::hours_later( 2 );
		$puente_orders[31]->set_status( 'processing' );
		Puente_Interrupted_Renewal::take_up();
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		self::assertCount( $charged, self::charges() );
	}
}
