<?php
/**
 * Decides which unpaid orders are Puente's.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A cart update that ends late overwrites the payment method of an order that the customer has already
 * placed with a card (WooCommerce 9.9 and later). Until payment, this plugin's mark therefore decides,
 * and the plugin restores the method. A customer who chooses another method removes the mark.
 */
class Puente_Chosen_Method {

	const SENT_META = '_puente_checkout';

	/**
	 * Hooks into everything that writes the payment method of an order.
	 */
	public static function listen() {
		add_action( 'woocommerce_before_order_object_save', array( __CLASS__, 'unmark_changed' ) );
		add_action( 'woocommerce_store_api_checkout_order_processed', array( __CLASS__, 'unmark_placed' ) );
		add_action( 'woocommerce_store_api_cart_update_order_from_request', array( __CLASS__, 'restore' ) );
		add_action( 'woocommerce_store_api_checkout_update_order_meta', array( __CLASS__, 'restore' ) );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( __CLASS__, 'restore_in_draft' ), 10, 2 );
	}

	/**
	 * Tells whether an order is Puente's.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function is_ours( WC_Order $order ) {
		return Puente_Gateway::ID === $order->get_payment_method() || self::is_waiting( $order );
	}

	/**
	 * Tells whether an order was sent to Puente and awaits payment.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function is_waiting( WC_Order $order ) {
		return self::is_marked( $order ) && $order->needs_payment();
	}

	/**
	 * Marks an order that is sent to Puente. Writes the mark before the method: a late update writes its
	 * method before it checks for the mark, so one of the two wins the race and restores the method.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function mark( WC_Order $order ) {
		$order->update_meta_data( self::SENT_META, gmdate( 'Y-m-d\TH:i:s\Z' ) );
		$order->save_meta_data();
		self::write_method( $order );
	}

	/**
	 * Restores the method of a marked order after a cart update.
	 *
	 * @param WC_Order $order The order, as this request read it.
	 */
	public static function restore( $order ) {
		if ( Puente_Gateway::ID === $order->get_payment_method() ) {
			return;
		}
		// The checkout may have marked the order since this request read it.
		$fresh = clone $order;
		$fresh->read_meta_data( true );
		if ( self::is_marked( $fresh ) ) {
			self::write_method( $order );
		}
	}

	/**
	 * Restores the method after the checkout block updated its draft: picking another method in the block
	 * does not place the order with it.
	 *
	 * @param WC_Order        $order   The order.
	 * @param WP_REST_Request $request The request.
	 */
	public static function restore_in_draft( $order, $request ) {
		if ( 'POST' !== $request->get_method() ) {
			self::restore( $order );
		}
	}

	/**
	 * Removes the mark when the checkout block places the order with another method.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function unmark_placed( $order ) {
		if ( Puente_Gateway::ID !== $order->get_payment_method() && self::is_marked( $order ) ) {
			self::unmark( $order );
			$order->save_meta_data();
		}
	}

	/**
	 * Removes the mark when the method changes outside a cart update: in the classic checkout, on the
	 * order-pay page, by the shop's staff or by another plugin. WooCommerce saves the order afterwards.
	 *
	 * @param WC_Order|mixed $order The order.
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
	 * Tells whether an order has the mark.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	private static function is_marked( WC_Order $order ) {
		return '' !== (string) $order->get_meta( self::SENT_META );
	}

	/**
	 * Removes the mark; the caller saves it.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function unmark( WC_Order $order ) {
		$order->delete_meta_data( self::SENT_META );
		$order->delete_meta_data( Puente_Unpaid_Orders::META );
	}

	/**
	 * Writes the method, even if it changed only in the database.
	 *
	 * @param WC_Order $order The order.
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
	 * Tells whether the current request belongs to the cart or the checkout block.
	 *
	 * @return bool
	 */
	private static function is_store_api() {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized, WordPress.Security.ValidatedSanitizedInput.MissingUnslash -- Compared only.
		$uri = isset( $_SERVER['REQUEST_URI'] ) ? rawurldecode( (string) $_SERVER['REQUEST_URI'] ) : '';
		return defined( 'REST_REQUEST' ) && REST_REQUEST && false !== strpos( $uri, '/wc/store/' );
	}
}
