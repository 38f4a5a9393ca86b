<?php
/**
 * Resync of unpaid orders.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks the gateway for all unpaid orders, newest first, in batches. What one request has no time
 * for continues in a scheduled task.
 */
class Puente_Resync {

	const HOOK  = 'puente_resync';
	const BATCH = 50;
	// Orders that are older belong to Puente's reconciliation.
	const DAYS = 30;
	const MOST = 5000;
	// Seconds after which a request begins no further batch.
	const LONGEST = 15;
	const STATES  = array( 'paid', 'in_flight', 'unpaid', 'unknown', 'away' );

	/**
	 * Asks Puente for at most 50 orders and completes the paid ones; returns their states by id.
	 *
	 * @var callable
	 */
	public static $ask = array( 'Puente_Order_Completion', 'settle' );

	/**
	 * Hooks into the scheduler.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'run' ) );
	}

	/**
	 * Returns unpaid orders of this payment method.
	 *
	 * @param int $days   Age in days.
	 * @param int $before Only ids below it; 0 for all.
	 * @return int[] Newest first.
	 */
	public static function unpaid( $days = self::DAYS, $before = 0 ) {
		$ids = wc_get_orders(
			array(
				'type'           => 'shop_order',
				'status'         => array( 'pending', 'failed' ),
				'payment_method' => Puente_Gateway::ID,
				'date_created'   => '>' . ( time() - $days * DAY_IN_SECONDS ),
				'orderby'        => 'ID',
				'order'          => 'DESC',
				'limit'          => self::MOST,
				'return'         => 'ids',
			)
		);
		return array_values(
			array_filter(
				array_map( 'absint', $ids ),
				static function ( $id ) use ( $before ) {
					return 0 === $before || $id < $before;
				}
			)
		);
	}

	/**
	 * Asks for a list of orders. Stops at the first batch that Puente does not answer: the next
	 * ones would only wait as long.
	 *
	 * @param int[]         $ids      Orders.
	 * @param callable|null $progress Gets the states by order id after each batch.
	 * @param float         $ends_at  Time in seconds after which no further batch begins.
	 * @return array `counts` by state, and `left`: ids not asked for.
	 */
	public static function ask( array $ids, $progress = null, $ends_at = INF ) {
		$counts  = array_fill_keys( self::STATES, 0 );
		$batches = array_chunk( $ids, self::BATCH );
		while ( $batches && call_user_func( Puente_Client::$seconds ) < $ends_at ) {
			$batch  = array_shift( $batches );
			$states = array();
			$given  = call_user_func( self::$ask, $batch );
			foreach ( $batch as $id ) {
				$state         = is_array( $given ) && isset( $given[ $id ] ) && in_array( $given[ $id ], self::STATES, true ) ? $given[ $id ] : 'away';
				$states[ $id ] = $state;
				++$counts[ $state ];
			}
			if ( $progress ) {
				call_user_func( $progress, $states );
			}
			if ( ! array_diff( $states, array( 'away' ) ) ) {
				break;
			}
		}
		Puente_Log::info( 'asked the gateway for unpaid orders', array_filter( $counts ) );
		return array(
			'counts' => $counts,
			'left'   => $batches ? array_merge( ...$batches ) : array(),
		);
	}

	/**
	 * Asks for as many orders as a request has time for, and schedules the others. Schedules
	 * nothing while Puente is away.
	 *
	 * @param int $before Only ids below it; 0 for all.
	 * @return array As ask() returns it.
	 */
	public static function run( $before = 0 ) {
		$asked = self::ask( self::unpaid( self::DAYS, absint( $before ) ), null, call_user_func( Puente_Client::$seconds ) + self::LONGEST );
		if ( $asked['left'] && self::was_answered( $asked['counts'] ) ) {
			as_schedule_single_action( time(), self::HOOK, array( $asked['left'][0] + 1 ), Puente_Refund_Task::GROUP );
		}
		return $asked;
	}

	/**
	 * Returns whether Puente answered for some order.
	 *
	 * @param int[] $counts By state.
	 */
	public static function was_answered( array $counts ) {
		return array_sum( $counts ) > $counts['away'];
	}

	/**
	 * Describes the outcome.
	 *
	 * @param array $asked As ask() returns it.
	 */
	public static function words( array $asked ) {
		$counts = $asked['counts'];
		$words  = sprintf(
			/* translators: 1: a number, 2: a number, 3: a number, 4: a number, 5: a number */
			__( 'Paid: %1$d. Being paid: %2$d. Unpaid: %3$d. Not certain: %4$d. Without an answer: %5$d.', 'puente-for-woocommerce' ),
			$counts['paid'],
			$counts['in_flight'],
			$counts['unpaid'],
			$counts['unknown'],
			$counts['away']
		);
		if ( $asked['left'] ) {
			/* translators: %d: a number */
			$words .= ' ' . sprintf( __( 'Not asked about yet: %d.', 'puente-for-woocommerce' ), count( $asked['left'] ) );
		}
		return $words;
	}
}
