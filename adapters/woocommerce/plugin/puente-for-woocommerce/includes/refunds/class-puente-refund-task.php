<?php
/**
 * Retry of an unanswered refund.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puente executes a repeated key once. Scheduled before the first request, as PHP may end during
 * it.
 */
class Puente_Refund_Task {

	const HOOK  = 'puente_finish_refund';
	const GROUP = 'puente';
	// Backoff in minutes; the last one repeats.
	const WAITS = array( 2, 10, 60, 360, 1440, 1440 );
	// Notes the delay after two days, and ends after a month.
	const MOST_LOOKS = 30;
	// The first request may have arrived, so only a final response counts.
	const OPTIONS = array(
		'timeoutSeconds' => 30,
		'isRepetition'   => true,
	);

	/**
	 * Hooks into the scheduler.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'finish' ), 10, 3 );
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'take_up' ) );
	}

	/**
	 * Schedules the first retry.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function start( $row ) {
		self::plan( $row, 0 );
	}

	/**
	 * Unschedules the first retry after a response.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function stop( $row ) {
		as_unschedule_action( self::HOOK, array( $row->get_parent_id(), $row->get_id(), 0 ), self::GROUP );
	}

	/**
	 * Schedules a retry unless one is pending.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function make_sure( $row ) {
		if ( ! in_array( $row->get_id(), Puente_Queue::planned( self::HOOK, 1 ), true ) ) {
			self::start( $row );
		}
	}

	/**
	 * Resumes orphaned rows: Action Scheduler drops actions that come due while the plugin is
	 * inactive.
	 */
	public static function take_up() {
		array_map( array( __CLASS__, 'make_sure' ), self::unanswered() );
	}

	/**
	 * Returns rows with an unknown outcome.
	 *
	 * @return WC_Order_Refund[]
	 */
	public static function unanswered() {
		$rows = wc_get_orders(
			array(
				'type'       => 'shop_order_refund',
				'limit'      => 100,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Once a day, or by a tool.
				'meta_key'   => Puente_Refund_Request::STATE,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- Once a day, or by a tool.
				'meta_value' => Puente_Refund_Request::UNANSWERED,
			)
		);
		return array_values( array_filter( $rows, array( 'Puente_Refund_Request', 'is_unanswered' ) ) );
	}

	/**
	 * Retries a refund.
	 *
	 * @param int $order_id Order.
	 * @param int $row_id   Row.
	 * @param int $looks    Retries so far.
	 */
	public static function finish( $order_id, $row_id, $looks ) {
		$is_free = Puente_Refund_Request::claim( $row_id );
		Puente_Fresh_Order::forget( $row_id );
		$order   = wc_get_order( $order_id );
		$row     = wc_get_order( $row_id );
		$is_open = $order instanceof WC_Order && $row instanceof WC_Order_Refund && Puente_Refund_Request::is_unanswered( $row );
		if ( $is_open && $is_free ) {
			self::ask_again( $order, $row, $looks );
		} elseif ( $is_open ) {
			// A deletion is asking Puente about it.
			self::plan( $row, $looks, self::WAITS[0] );
		}
		if ( $is_free ) {
			Puente_Refund_Request::release( $row_id );
		}
	}

	/**
	 * Requests a refund again.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @param int             $looks Retries so far.
	 */
	private static function ask_again( WC_Order $order, $row, $looks ) {
		if ( '' !== Puente_Refund_Request::adopted_for( $order, $row ) ) {
			// Refunded in the gateway's portal; a request would refund again.
			Puente_Refunds::write_down_adopted( $order, $row );
			return;
		}
		// Another store does not know the order, so its refusal is no answer.
		$client = Puente_Refund_Request::client( $row );
		$answer = $client ? Puente_Refunds::ask( $client, $order, $row, self::OPTIONS, array( 'first_asked_at' => gmdate( 'Y-m-d\TH:i:s\Z', self::made_at( $row ) ) ) ) : null;
		// Puente accepted a refund that the gateway may have refused since.
		$refusal = $answer ? Puente_Refunds::refusal( $answer ) : null;
		if ( null === $refusal && $answer && $answer->is_fine() ) {
			Puente_Refunds::write_down( $order, $row, $answer );
			return;
		}
		if ( null === $refusal ) {
			self::look_again( $order, $row, $looks + 1 );
			return;
		}
		Puente_Refund_Request::note_state( $row, Puente_Refund_Request::REFUSED );
		/* translators: 1: an amount with its currency, 2: why */
		self::notify( $order, $row, sprintf( __( 'The refund of %1$s was not made: %2$s Check the payment in Puente, and delete the refund here if no money was refunded.', 'puente-for-woocommerce' ), Puente_Refunds::money( $order, $row ), $refusal ) );
	}

	/**
	 * Returns when the row was created, just before the first request.
	 *
	 * @param WC_Order_Refund $row Row.
	 * @return int Unix timestamp.
	 */
	private static function made_at( $row ) {
		$made = $row->get_date_created();
		return $made ? $made->getTimestamp() : time();
	}

	/**
	 * Schedules the next retry; notes a long delay on the order.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @param int             $looks Retries so far.
	 */
	private static function look_again( WC_Order $order, $row, $looks ) {
		if ( count( self::WAITS ) === $looks ) {
			/* translators: %s: an amount with its currency */
			self::notify( $order, $row, sprintf( __( 'Puente could not confirm the refund of %s within two days. Check the payment in Puente, and delete the refund here only if no money was refunded.', 'puente-for-woocommerce' ), Puente_Refunds::money( $order, $row ) ) );
		}
		if ( $looks < self::MOST_LOOKS ) {
			self::plan( $row, $looks );
			return;
		}
		Puente_Refund_Request::note_state( $row, Puente_Refund_Request::LOST );
	}

	/**
	 * Logs and notes that the refund needs a human.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @param string          $note  Note for the store.
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
	 * Schedules a retry.
	 *
	 * @param WC_Order_Refund $row     Row.
	 * @param int             $looks   So far.
	 * @param int|null        $minutes Wait; by default, the backoff's.
	 */
	private static function plan( $row, $looks, $minutes = null ) {
		$minutes = null === $minutes ? self::WAITS[ min( $looks, count( self::WAITS ) - 1 ) ] : $minutes;
		as_schedule_single_action( time() + $minutes * MINUTE_IN_SECONDS, self::HOOK, array( $row->get_parent_id(), $row->get_id(), $looks ), self::GROUP );
	}
}
