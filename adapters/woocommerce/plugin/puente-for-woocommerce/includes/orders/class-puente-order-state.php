<?php
/**
 * Payment state for the waiting customer.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Only WooCommerce's payment date makes an order paid; a status can have other reasons, such as a
 * wrong amount. Polls Puente at most every few seconds, for all open pages.
 */
class Puente_Order_State {

	const PAID       = 'paid';
	const CONFIRMING = 'confirming';
	const CHECKING   = 'checking';
	const NOT_PAID   = 'not_paid';
	const CANCELLED  = 'cancelled';
	const REFUNDED   = 'given_back';
	const ASK_EVERY  = 4;
	const KEPT       = 30;

	/**
	 * Derives the state from the order alone.
	 *
	 * @param WC_Order $order Order.
	 * @return string A constant.
	 */
	public static function of( WC_Order $order ) {
		if ( $order->has_status( array( 'cancelled', 'trash' ) ) ) {
			return self::CANCELLED;
		}
		if ( $order->has_status( 'refunded' ) ) {
			return self::REFUNDED;
		}
		if ( $order->has_status( 'failed' ) ) {
			return self::NOT_PAID;
		}
		if ( $order->get_date_paid() && ! $order->has_status( array( 'pending', 'checkout-draft' ) ) ) {
			return self::PAID;
		}
		return $order->has_status( 'on-hold' ) ? self::CHECKING : self::CONFIRMING;
	}

	/**
	 * Returns the state; polls Puente for a waiting order.
	 *
	 * @param WC_Order $order Order.
	 * @return string A constant.
	 */
	public static function ask( WC_Order $order ) {
		$state = self::of( $order );
		if ( self::CONFIRMING !== $state || ! Puente_Chosen_Method::is_ours( $order ) ) {
			return $state;
		}
		$name = 'puente_order_state_' . $order->get_id();
		$kept = get_transient( $name );
		if ( ! Puente_Claim::claim( $name, self::ASK_EVERY ) ) {
			return is_string( $kept ) ? $kept : self::CONFIRMING;
		}
		$client = Puente_Client::current();
		$answer = $client ? $client->call(
			'GET',
			'/v1/orders/' . $order->get_id() . '?ask=1',
			null,
			array(
				'timeoutSeconds' => 12,
				'expects'        => array( 'order', 'status' ),
			)
		) : null;
		$asked  = $answer && $answer->is_fine() ? self::read( $answer->body ) : self::CONFIRMING;
		set_transient( $name, $asked, self::KEPT );
		return $asked;
	}

	/**
	 * Maps Puente's answer. Paid there is still confirming: the notification is in flight.
	 *
	 * @param array $body Answer.
	 */
	private static function read( array $body ) {
		$status = isset( $body['order']['status'] ) ? $body['order']['status'] : '';
		$state  = isset( $body['payment']['state'] ) ? $body['payment']['state'] : '';
		switch ( $status ) {
			case 'payment_expired':
				return self::NOT_PAID;
			case 'cancelled':
				return self::CANCELLED;
			case 'on_hold':
				return self::CHECKING;
			case 'refunded':
			case 'voided':
				return self::REFUNDED;
			case 'awaiting_payment':
				return in_array( $state, array( 'declined', 'expired', 'disabled' ), true ) ? self::NOT_PAID : self::CONFIRMING;
			default:
				return self::CONFIRMING;
		}
	}
}
