<?php
/**
 * Stubs of WooCommerce Subscriptions: a subscription with its orders.
 *
 * @package Puente
 */

class WC_Subscription extends WC_Order {

	public function get_last_order() {
		global $puente_orders;
		return isset( $puente_orders[ $this->get_last_order_id() ] ) ? $puente_orders[ $this->get_last_order_id() ] : false;
	}

	public function update_status( $status, $note = '' ) {
		$this->set_status( $status );
		$this->add_order_note( $note );
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

	public function copy( array $changed ) {
		return new self( $changed + $this->get_all() );
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

// Newest first, by pages. Texts are compared, and a missing value is in no range.
function wcs_get_subscriptions( $query ) {
	global $puente_subscriptions;
	$where              = $query['meta_query'][0];
	list( $from, $to ) = $where['value'];
	$found             = array_filter(
		$puente_subscriptions,
		static function ( $subscription ) use ( $query, $where, $from, $to ) {
			$value = (string) $subscription->get_meta( $where['key'] );
			return $query['subscription_status'] === $subscription->get_status() && '' !== $value && strcmp( $value, $from ) >= 0 && strcmp( $value, $to ) <= 0;
		}
	);
	krsort( $found );
	return array_slice( $found, ( $query['paged'] - 1 ) * $query['subscriptions_per_page'], $query['subscriptions_per_page'], true );
}

/**
 * As WC_Subscriptions_Manager::process_renewal() and wcs_create_renewal_order(): the subscription is
 * put on hold, an order is created in one transaction, which copies meta but no payment method, then it is
 * related, and its method is written last.
 */
function puente_process_renewal( $subscription_id ) {
	global $puente_orders;
	$subscription = wcs_get_subscription( $subscription_id );
	if ( ! $subscription || ! $subscription->has_status( 'active' ) ) {
		return;
	}
	$subscription->update_status( 'on-hold', 'Subscription renewal payment due:' );
	$order = puente_create_renewal_order( $subscription );
	if ( ! $subscription->is_manual() ) {
		do_action( 'test_method_is_written' );
		$order->set_payment_method( $subscription->get_payment_method() );
	}
}

function puente_create_renewal_order( $subscription ) {
	global $puente_orders;
	// An exception rolls the transaction back.
	$meta = apply_filters( 'wc_subscriptions_renewal_order_data', $subscription->get_all_meta(), null, $subscription );
	$id   = max( array_keys( $puente_orders ) ) + 1;

	$puente_orders[ $id ] = $puente_orders[30]->copy( array( 'id' => $id, 'order_number' => $id, 'payment_method' => '', 'status' => 'pending', 'notes' => array(), 'date_created' => new WC_DateTime(), 'meta' => $meta ) );
	do_action( 'test_order_is_related' );
	$puente_orders[ $id ]->update_meta_data( 'kind', 'renewal' );
	$subscription->set_last_order_id( $id );
	return apply_filters( 'wcs_renewal_order_created', $puente_orders[ $id ], $subscription );
}

/**
 * As the gateways of WooCommerce Subscriptions: the last renewal is charged, whatever created it, if it
 * has a method.
 */
function puente_charge_last_renewal( $subscription_id ) {
	$order = wcs_get_subscription( $subscription_id )->get_last_order( 'all', 'renewal' );
	if ( $order && (float) $order->get_total() > 0 && '' !== $order->get_payment_method() ) {
		do_action( 'woocommerce_scheduled_subscription_payment_' . $order->get_payment_method(), $order->get_total(), $order );
	}
}

if ( ! class_exists( 'WC_Data_Store' ) ) {
	require_once __DIR__ . '/order-timer-stubs.php';
}
