<?php
/**
 * Finds out what became of a refund about which Puente did not answer.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Says the same again later, under the same key: Puente does it once and then tells what it did. It
 * is planned before Puente is asked, because nothing can be planned by a request that was ended.
 */
class Puente_Refund_Task {

	const HOOK  = 'puente_finish_refund';
	const GROUP = 'puente';
	// In minutes. The last one is repeated.
	const WAITS = array( 2, 10, 60, 360, 1440, 1440 );
	// After two days a person is told, and after a month nobody looks any more.
	const MOST_LOOKS = 30;
	// It was said before, so only Puente's last word about it counts.
	const OPTIONS = array(
		'timeouts'  => array( 30 ),
		'may_be_in' => true,
	);

	/**
	 * Listens to the calendar.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'finish' ), 10, 3 );
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'take_up' ) );
	}

	/**
	 * Plans the first look.
	 *
	 * @param WC_Order_Refund $row The row.
	 */
	public static function start( $row ) {
		self::plan( $row, 0 );
	}

	/**
	 * Takes the first look off the calendar: the answer is there.
	 *
	 * @param WC_Order_Refund $row The row.
	 */
	public static function stop( $row ) {
		as_unschedule_action( self::HOOK, array( $row->get_parent_id(), $row->get_id(), 0 ), self::GROUP );
	}

	/**
	 * Plans a look if none is planned.
	 *
	 * @param WC_Order_Refund $row The row.
	 */
	public static function make_sure( $row ) {
		if ( ! in_array( $row->get_id(), self::planned(), true ) ) {
			self::start( $row );
		}
	}

	/**
	 * Takes up what nobody looks after: WooCommerce's calendar drops what falls due while this plugin
	 * is not active.
	 */
	public static function take_up() {
		$rows = wc_get_orders(
			array(
				'type'       => 'shop_order_refund',
				'limit'      => 100,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Once a day.
				'meta_key'   => Puente_Refund_Asked::STATE,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- Once a day.
				'meta_value' => Puente_Refund_Asked::UNANSWERED,
			)
		);
		array_map( array( __CLASS__, 'make_sure' ), array_filter( $rows, array( 'Puente_Refund_Asked', 'is_unanswered' ) ) );
	}

	/**
	 * The rows for which a look is planned, or is being taken.
	 *
	 * @return int[] Their ids.
	 */
	private static function planned() {
		$actions = as_get_scheduled_actions(
			array(
				'hook'     => self::HOOK,
				'status'   => array( ActionScheduler_Store::STATUS_PENDING, ActionScheduler_Store::STATUS_RUNNING ),
				'per_page' => -1,
			)
		);
		return array_map(
			static function ( $action ) {
				return (int) array_values( $action->get_args() )[1];
			},
			array_values( $actions )
		);
	}

	/**
	 * Looks what became of it.
	 *
	 * @param int $order_id The order.
	 * @param int $row_id   The row.
	 * @param int $looks    How many looks there were before.
	 */
	public static function finish( $order_id, $row_id, $looks ) {
		$order = wc_get_order( $order_id );
		$row   = wc_get_order( $row_id );
		if ( ! $order instanceof WC_Order || ! $row instanceof WC_Order_Refund || ! Puente_Refund_Asked::is_unanswered( $row ) ) {
			return;
		}
		if ( '' !== Puente_Refund_Asked::adopted_for( $order, $row ) ) {
			// The merchant has given it back in the gateway's portal: asked for, it would go back twice.
			Puente_Refunds::write_down_adopted( $order, $row );
			return;
		}
		// Another store knows nothing of it, and its "there is no such order" would be taken for an answer.
		$client = Puente_Refund_Asked::client( $row );
		$answer = $client ? Puente_Refunds::ask( $client, $order, $row, self::OPTIONS, array( 'first_asked_at' => gmdate( 'Y-m-d\TH:i:s\Z', self::made_at( $row ) ) ) ) : null;
		if ( $answer && $answer->is_fine() ) {
			Puente_Refunds::write_down( $order, $row, $answer );
			return;
		}
		$refusal = $answer ? Puente_Refunds::refusal( $answer ) : null;
		if ( null === $refusal ) {
			self::look_again( $order, $row, $looks + 1 );
			return;
		}
		Puente_Refund_Asked::note_state( $row, Puente_Refund_Asked::REFUSED );
		/* translators: 1: an amount with its currency, 2: why */
		self::notify( $order, $row, sprintf( __( 'The refund of %1$s was not made: %2$s Look at the payment in Puente, and delete the refund here if no money went back.', 'puente-for-woocommerce' ), Puente_Refunds::money( $order, $row ), $refusal ) );
	}

	/**
	 * When a row was made, which was just before Puente was asked for the first time.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return int Seconds of the epoch.
	 */
	private static function made_at( $row ) {
		$made = $row->get_date_created();
		return $made ? $made->getTimestamp() : time();
	}

	/**
	 * Plans the next look, and tells a person when it has taken too long.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @param int             $looks How many looks there were.
	 */
	private static function look_again( WC_Order $order, $row, $looks ) {
		if ( count( self::WAITS ) === $looks ) {
			/* translators: %s: an amount with its currency */
			self::notify( $order, $row, sprintf( __( 'It could not be found out in two days whether the refund of %s was made. Look at the payment in Puente, and delete the refund here only if no money went back.', 'puente-for-woocommerce' ), Puente_Refunds::money( $order, $row ) ) );
		}
		if ( $looks < self::MOST_LOOKS ) {
			self::plan( $row, $looks );
			return;
		}
		Puente_Refund_Asked::note_state( $row, Puente_Refund_Asked::LOST );
	}

	/**
	 * Tells the shop that somebody has to look.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @param string          $note  What the shop reads.
	 */
	private static function notify( WC_Order $order, $row, $note ) {
		$ids = array(
			'order'  => $order->get_id(),
			'refund' => $row->get_id(),
		);
		Puente_Log::error( 'a refund needs a person', $ids );
		$order->add_order_note( $note );
	}

	/**
	 * Puts a look on the calendar.
	 *
	 * @param WC_Order_Refund $row   The row.
	 * @param int             $looks How many looks there were before.
	 */
	private static function plan( $row, $looks ) {
		$minutes = self::WAITS[ min( $looks, count( self::WAITS ) - 1 ) ];
		as_schedule_single_action( time() + $minutes * MINUTE_IN_SECONDS, self::HOOK, array( $row->get_parent_id(), $row->get_id(), $looks ), self::GROUP );
	}
}
