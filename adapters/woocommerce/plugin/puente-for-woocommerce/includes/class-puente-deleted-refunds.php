<?php
/**
 * Rows of refunds that were made, and are deleted.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The money does not come back with the row, so Puente is told, and enters the refund again. In a task:
 * by then the row is gone, and nobody waits for Puente.
 */
class Puente_Deleted_Refunds {

	const HOOK = 'puente_refund_deleted';
	// Seconds in which the row is deleted at the latest.
	const SOON = 10;

	/**
	 * Listens to its own task.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'notify' ), 10, 3 );
	}

	/**
	 * Has Puente told soon that a row is gone.
	 *
	 * @param int $order_id The order.
	 * @param int $row_id   The row.
	 */
	public static function plan( $order_id, $row_id ) {
		as_schedule_single_action( time() + self::SOON, self::HOOK, array( $order_id, $row_id, 1 ), Puente_Refund_Task::GROUP );
	}

	/**
	 * Tells Puente. A row that is there after all needs nobody.
	 *
	 * @param int $order_id The order.
	 * @param int $row_id   The row.
	 * @param int $tries    The number of this try.
	 */
	public static function notify( $order_id, $row_id, $tries = 1 ) {
		$client = Puente_Client::current();
		if ( ! $client || wc_get_order( $row_id ) ) {
			return;
		}
		$deleted = array(
			'order'  => $order_id,
			'refund' => $row_id,
		);
		$answer  = $client->call( 'POST', '/v1/woocommerce/deleted-refunds', $deleted, array( 'timeouts' => array( 10 ) ) );
		if ( ! $answer->is_last_word() && $tries < 5 ) {
			as_schedule_single_action( time() + $tries * MINUTE_IN_SECONDS, self::HOOK, array( $order_id, $row_id, $tries + 1 ), Puente_Refund_Task::GROUP );
		}
	}
}
