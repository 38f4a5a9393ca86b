<?php
/**
 * Stubs of WooCommerce Subscriptions: a subscription with its orders.
 *
 * @package Puente
 */

class WC_Subscription extends WC_Order {

	public function get_last_order() {
		global $puente_orders;
		return $puente_orders[ $this->get_last_order_id() ];
	}
}

/**
 * As the engine, whose hooks run on each change of a renewal's status.
 */
class Puente_Renewal_Order extends WC_Order {

	public function update_status( $status, $note = '' ) {
		$this->set_status( $status );
		$this->add_order_note( $note );
	}
}

function wcs_get_subscriptions_for_renewal_order( $order ) {
	global $puente_subscriptions;
	return 'renewal' === $order->get_meta( 'kind' ) ? $puente_subscriptions : array();
}

function wcs_get_subscriptions_for_order( $order, $query ) {
	global $puente_subscriptions;
	return in_array( $order->get_meta( 'kind' ), $query['order_type'], true ) ? $puente_subscriptions : array();
}

function wcs_order_contains_subscription( $order, $type ) {
	return '' !== $order->get_meta( 'kind' );
}

function wcs_order_contains_renewal( $order ) {
	return 'renewal' === $order->get_meta( 'kind' );
}

function wcs_is_subscription( $order ) {
	return $order instanceof WC_Subscription;
}

function wcs_order_contains_early_renewal( $order ) {
	return '' !== $order->get_meta( '_subscription_renewal_early' );
}

function wcs_get_users_subscriptions( $user_id ) {
	global $puente_subscriptions;
	return array_filter(
		$puente_subscriptions,
		static function ( $subscription ) use ( $user_id ) {
			return $user_id === $subscription->get_customer_id();
		}
	);
}

function wcs_get_subscription( $id ) {
	global $puente_subscriptions;
	return isset( $puente_subscriptions[ $id ] ) ? $puente_subscriptions[ $id ] : false;
}

// Newest first, by pages.
function wcs_get_subscriptions( $query ) {
	global $puente_subscriptions;
	list( , $late ) = $query['meta_query'][0]['value'];
	$found          = array_filter(
		$puente_subscriptions,
		static function ( $subscription ) use ( $late ) {
			return 'active' === $subscription->get_status() && $subscription->get_meta( '_schedule_next_payment' ) <= $late;
		}
	);
	krsort( $found );
	return array_slice( $found, ( $query['paged'] - 1 ) * $query['subscriptions_per_page'], $query['subscriptions_per_page'], true );
}

if ( ! class_exists( 'WC_Data_Store' ) ) {
	require_once __DIR__ . '/order-timer-stubs.php';
}
