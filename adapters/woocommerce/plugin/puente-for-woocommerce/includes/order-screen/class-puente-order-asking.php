<?php
/**
 * Asking the gateway about orders on request.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A person waits at most three seconds; what has no answer by then continues in a scheduled task.
 */
class Puente_Order_Asking {

	const HOOK    = 'puente_ask_orders';
	const MOST    = 50;
	const SECONDS = 3;

	/**
	 * Hooks into the scheduler.
	 */
	public static function listen() {
		add_action( self::HOOK, array( 'Puente_Order_Completion', 'settle' ) );
	}

	/**
	 * Asks about orders, and completes the paid ones.
	 *
	 * @param int[] $ids Orders, at most 50.
	 * @return string[] Kind of the notice and its text.
	 */
	public static function ask( array $ids ) {
		$ids = array_slice( $ids, 0, self::MOST );
		if ( ! Puente_Client::current() ) {
			return array( 'error', Puente_Pairings::is_elsewhere() ? Puente_Moved_Site::words() : __( 'This site is not connected to Puente. Nothing was done.', 'puente-for-woocommerce' ) );
		}
		$states = Puente_Order_Completion::settle( $ids, array( 'within' => self::SECONDS ) );
		$away   = array_keys( $states, Puente_Fresh_Order::AWAY, true );
		if ( $away ) {
			as_schedule_single_action( time(), self::HOOK, array( $away ), Puente_Refund_Task::GROUP );
		}
		$words = 1 === count( $states ) ? self::word( reset( $states ) ) : Puente_Resync::words(
			array(
				'counts' => array_merge( array_fill_keys( Puente_Resync::STATES, 0 ), array_count_values( $states ) ),
				'left'   => array(),
			)
		);
		if ( $away && 1 < count( $states ) ) {
			$words .= ' ' . __( 'A scheduled task continues with them.', 'puente-for-woocommerce' );
		}
		return array( $away ? 'warning' : 'success', $words );
	}

	/**
	 * Describes the state of one order.
	 *
	 * @param string $state Constant of Puente_Fresh_Order.
	 */
	private static function word( $state ) {
		switch ( $state ) {
			case Puente_Fresh_Order::PAID:
				return __( 'The gateway answered: the order is paid.', 'puente-for-woocommerce' );
			case Puente_Fresh_Order::IN_FLIGHT:
				return __( 'The gateway answered: a payment is under way.', 'puente-for-woocommerce' );
			case Puente_Fresh_Order::UNPAID:
				return __( 'The gateway answered: the order is not paid.', 'puente-for-woocommerce' );
			case Puente_Fresh_Order::AWAY:
				return __( 'No answer within three seconds. A scheduled task asks again, and completes the order if it is paid.', 'puente-for-woocommerce' );
			default:
				return __( 'It is not certain whether this order was paid. Ask again in a few minutes.', 'puente-for-woocommerce' );
		}
	}
}
