<?php
/**
 * Decides which unpaid orders are Puente's.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A late cart update overwrites the method of an order placed with a card (WooCommerce 9.9 and
 * later). Until payment, this plugin's mark decides, and the plugin restores the method. Choosing
 * another method removes the mark.
 */
class Puente_Chosen_Method {

	const SENT_META = '_puente_checkout';
	// Stays after another choice: the order may still be paid at the gateway.
	const EVER_META = '_puente_sent';
	const MARKS     = array( self::SENT_META, self::EVER_META );

	/**
	 * Hooks into every write of the payment method.
	 */
	public static function listen() {
		add_action( 'woocommerce_before_order_object_save', array( __CLASS__, 'unmark_changed' ) );
		add_action( 'woocommerce_store_api_checkout_order_processed', array( __CLASS__, 'unmark_placed' ) );
		add_action( 'woocommerce_store_api_cart_update_order_from_request', array( __CLASS__, 'restore' ) );
		add_action( 'woocommerce_store_api_checkout_update_order_meta', array( __CLASS__, 'restore' ) );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( __CLASS__, 'restore_in_draft' ), 10, 2 );
	}

	/**
	 * Returns whether an order is Puente's.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_ours( WC_Order $order ) {
		return Puente_Gateway::ID === $order->get_payment_method() || self::is_waiting( $order );
	}

	/**
	 * Returns whether an order is or was Puente's, even if its customer has chosen another method
	 * since.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function was_sent( WC_Order $order ) {
		return Puente_Gateway::ID === $order->get_payment_method() || self::is_marked( $order ) || '' !== (string) $order->get_meta( self::EVER_META );
	}

	/**
	 * Returns whether a marked order awaits payment.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_waiting( WC_Order $order ) {
		return self::is_marked( $order ) && $order->needs_payment();
	}

	/**
	 * Marks an order before writing its method: a late update writes the method before it checks
	 * the mark, so one of the two restores it.
	 *
	 * @param WC_Order $order   Order, read under its lock.
	 * @param bool     $is_held Whether this request holds the lock. Without it, another process may change
	 *                          the status meanwhile, and a new date of posts storage would write the former
	 *                          one back.
	 */
	public static function mark( WC_Order $order, $is_held = true ) {
		$order->update_meta_data( self::SENT_META, gmdate( 'Y-m-d\TH:i:s\Z' ) );
		$order->update_meta_data( self::EVER_META, '1' );
		$order->save_meta_data();
		// With posts storage, neither meta nor method changes it, and the timer would cancel the order.
		if ( $is_held ) {
			$order->set_date_modified( time() );
		}
		self::write_method( $order );
	}

	/**
	 * Restores the method of a marked order after a cart update.
	 *
	 * @param WC_Order $order As this request read it.
	 */
	public static function restore( $order ) {
		if ( Puente_Gateway::ID === $order->get_payment_method() ) {
			return;
		}
		// The checkout may have marked it since.
		$fresh = clone $order;
		$fresh->read_meta_data( true );
		if ( self::is_marked( $fresh ) ) {
			self::write_method( $order );
		}
	}

	/**
	 * Restores the method after an update of the block's draft, not its placement.
	 *
	 * @param WC_Order        $order   Order.
	 * @param WP_REST_Request $request Request.
	 */
	public static function restore_in_draft( $order, $request ) {
		if ( 'POST' !== $request->get_method() ) {
			self::restore( $order );
		}
	}

	/**
	 * Removes the mark when the block places the order with another method.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function unmark_placed( $order ) {
		if ( Puente_Gateway::ID !== $order->get_payment_method() && self::is_marked( $order ) ) {
			self::unmark( $order );
			$order->save_meta_data();
		}
	}

	/**
	 * Removes the mark when the method changes outside a cart update: classic checkout, order-pay
	 * page, staff or another plugin. WooCommerce saves the order.
	 *
	 * @param WC_Order|mixed $order Order.
	 */
	public static function unmark_changed( $order ) {
		if ( ! $order instanceof WC_Order || self::is_store_api() ) {
			return;
		}
		$changes = $order->get_changes();
		$method  = isset( $changes['payment_method'] ) ? $changes['payment_method'] : Puente_Gateway::ID;
		if ( Puente_Gateway::ID !== $method && self::is_marked( $order ) ) {
			self::unmark( $order );
		}
	}

	/**
	 * Returns whether an order has the mark.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function is_marked( WC_Order $order ) {
		return '' !== (string) $order->get_meta( self::SENT_META );
	}

	/**
	 * Removes the mark; the caller saves it.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function unmark( WC_Order $order ) {
		$order->delete_meta_data( self::SENT_META );
		$order->delete_meta_data( Puente_Unpaid_Orders::META );
	}

	/**
	 * Writes the method, even if it changed only in the database.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function write_method( WC_Order $order ) {
		$gateways = WC()->payment_gateways()->payment_gateways();
		clean_post_cache( $order->get_id() );
		// WooCommerce saves only values that changed in memory.
		$order->set_payment_method( '' );
		$order->set_payment_method( isset( $gateways[ Puente_Gateway::ID ] ) ? $gateways[ Puente_Gateway::ID ] : Puente_Gateway::ID );
		$order->save();
	}

	/**
	 * Returns whether the request comes from the cart or checkout block.
	 */
	private static function is_store_api() {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized, WordPress.Security.ValidatedSanitizedInput.MissingUnslash -- Compared only.
		$uri = isset( $_SERVER['REQUEST_URI'] ) ? rawurldecode( (string) $_SERVER['REQUEST_URI'] ) : '';
		return defined( 'REST_REQUEST' ) && REST_REQUEST && false !== strpos( $uri, '/wc/store/' );
	}
}
