<?php
/**
 * Finds out what became of a refund about which Puente did not answer.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Says the same again later, under the same key: Puente does it once and then tells what it did.
 */
class Puente_Refund_Follow_Up {

	const HOOK  = 'puente_finish_refund';
	const GROUP = 'puente';
	const WAITS = array( 2, 10, 60, 360, 1440, 1440 );
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
	}

	/**
	 * Plans the first look.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 */
	public static function start( WC_Order $order, $row ) {
		self::plan( $order->get_id(), $row->get_id(), 0 );
	}

	/**
	 * Looks what became of it.
	 *
	 * @param int $order_id The order.
	 * @param int $row_id   The row.
	 * @param int $looks    How many looks there were before.
	 */
	public static function finish( $order_id, $row_id, $looks ) {
		$order  = wc_get_order( $order_id );
		$row    = wc_get_order( $row_id );
		$client = Puente_Client::current();
		if ( ! $order instanceof WC_Order || ! $row instanceof WC_Order_Refund || '' !== (string) $row->get_meta( Puente_Refunds::META ) ) {
			return;
		}
		$answer = $client ? Puente_Refunds::ask( $client, $order, $row, self::OPTIONS ) : null;
		if ( $answer && $answer->is_fine() ) {
			Puente_Refunds::write_down( $order, $row, $answer );
		}
		$refusal = $answer ? Puente_Refunds::refusal( $answer ) : null;
		if ( null !== $refusal ) {
			/* translators: 1: an amount with its currency, 2: why */
			self::tell( $order, $row, sprintf( __( 'The refund of %1$s was not made: %2$s Look at the payment in Puente, and delete the refund here if no money went back.', 'puente-for-woocommerce' ), Puente_Refunds::money( $order, $row ), $refusal ) );
		} elseif ( ! $answer || ! $answer->is_fine() ) {
			self::look_again( $order, $row, $looks + 1 );
		}
	}

	/**
	 * Plans the next look, or hands it to a person.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @param int             $looks How many looks there were.
	 */
	private static function look_again( WC_Order $order, $row, $looks ) {
		if ( $looks < count( self::WAITS ) ) {
			self::plan( $order->get_id(), $row->get_id(), $looks );
			return;
		}
		/* translators: %s: an amount with its currency */
		self::tell( $order, $row, sprintf( __( 'It could not be found out in two days whether the refund of %s was made. Look at the payment in Puente, and delete the refund here only if no money went back.', 'puente-for-woocommerce' ), Puente_Refunds::money( $order, $row ) ) );
	}

	/**
	 * Tells the shop that somebody has to look.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @param string          $note  What the shop reads.
	 */
	private static function tell( WC_Order $order, $row, $note ) {
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
	 * @param int $order_id The order.
	 * @param int $row_id   The row.
	 * @param int $looks    How many looks there were before.
	 */
	private static function plan( $order_id, $row_id, $looks ) {
		as_schedule_single_action( time() + self::WAITS[ $looks ] * MINUTE_IN_SECONDS, self::HOOK, array( $order_id, $row_id, $looks ), self::GROUP );
	}
}
