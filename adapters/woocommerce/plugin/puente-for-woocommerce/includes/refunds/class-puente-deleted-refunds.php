<?php
/**
 * Deleted refund rows.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The money does not come back with the row, so Puente restores it. Scheduled, so the row goes
 * first and no request waits.
 */
class Puente_Deleted_Refunds {

	const HOOK = 'puente_refund_deleted';
	// Upper bound on the deletion, in seconds.
	const SOON = 10;

	/** Registers the scheduled action. */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'notify' ), 10, 3 );
	}

	/**
	 * Schedules the notification.
	 *
	 * @param int $order_id Order.
	 * @param int $row_id   Row.
	 */
	public static function plan( $order_id, $row_id ) {
		as_schedule_single_action( time() + self::SOON, self::HOOK, array( $order_id, $row_id, 1 ), Puente_Refund_Task::GROUP );
	}

	/**
	 * Notifies Puente, unless the row still exists.
	 *
	 * @param int $order_id Order.
	 * @param int $row_id   Row.
	 * @param int $tries    Number of this attempt.
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
		$answer  = $client->call( 'POST', '/v1/woocommerce/deleted-refunds', $deleted, array( 'timeoutSeconds' => 10 ) );
		if ( ! $answer->is_last_word() && $tries < 5 ) {
			as_schedule_single_action( time() + $tries * MINUTE_IN_SECONDS, self::HOOK, array( $order_id, $row_id, $tries + 1 ), Puente_Refund_Task::GROUP );
		}
	}
}
