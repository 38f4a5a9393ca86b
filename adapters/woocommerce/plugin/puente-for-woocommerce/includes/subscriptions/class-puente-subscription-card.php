<?php
/**
 * Cards of subscriptions.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The saved card that pays a subscription's renewals. An order never changes it by itself: the
 * customer or the merchant chooses it, or the first payment does.
 */
class Puente_Subscription_Card {

	// Meta of a subscription: the gateway's reference, as WooCommerce Subscriptions looks it up.
	const META = '_puente_card_id';
	// Meta of an order whose customer typed a card that the gateway saves with its charge.
	const AWAITED = '_puente_card_awaited';

	/**
	 * Hooks into WooCommerce Subscriptions.
	 */
	public static function listen() {
		add_filter( 'woocommerce_subscription_payment_meta', array( __CLASS__, 'describe' ), 10, 2 );
		add_action( 'woocommerce_subscription_validate_payment_meta_' . Puente_Gateway::ID, array( __CLASS__, 'validate' ), 10, 2 );
		add_action( 'woocommerce_subscription_failing_payment_method_updated_' . Puente_Gateway::ID, array( __CLASS__, 'follow_renewal' ), 10, 2 );
		add_action( 'puente_card_saved', array( __CLASS__, 'take_awaited' ), 10, 2 );
	}

	/**
	 * Returns the card of a subscription, if the connected store can charge it.
	 *
	 * @param WC_Subscription $subscription Subscription.
	 * @return WC_Payment_Token|null
	 */
	public static function of( $subscription ) {
		$card_id = trim( (string) $subscription->get_meta( self::META ) );
		return '' === $card_id ? null : Puente_Saved_Cards::of_customer( (int) $subscription->get_customer_id(), $card_id );
	}

	/**
	 * Sets the card of a subscription.
	 *
	 * @param WC_Subscription  $subscription Subscription.
	 * @param WC_Payment_Token $token        Card of its customer.
	 */
	public static function set( $subscription, $token ) {
		$subscription->update_meta_data( self::META, $token->get_token() );
		$subscription->set_requires_manual_renewal( false );
		$subscription->save();
	}

	/**
	 * Notes with which card the customer pays an order of subscriptions, before the charge. Without
	 * one that can be charged again, the customer pays renewals by hand. A card whose charge is unknown
	 * stays, since it may have paid.
	 *
	 * @param WC_Order              $order  Order, or the subscription whose card its customer changes.
	 * @param WC_Payment_Token|null $token  Saved card.
	 * @param bool                  $saves  Whether the charge saves a typed card.
	 */
	public static function note( $order, $token, $saves ) {
		if ( ! self::is_of_subscriptions( $order ) ) {
			return;
		}
		$before     = (string) $order->get_meta( self::META );
		$is_unknown = Puente_Unknown_Charge::is_of( $order );
		if ( $token ) {
			$order->update_meta_data( self::META, $token->get_token() );
			$order->delete_meta_data( self::AWAITED );
		} else {
			if ( ! $is_unknown ) {
				$order->delete_meta_data( self::META );
			}
			$order->update_meta_data( self::AWAITED, $saves ? '1' : '' );
		}
		$order->save_meta_data();
		foreach ( self::first_paid_by( $order ) as $subscription ) {
			if ( $token ) {
				self::set( $subscription, $token );
				continue;
			}
			if ( ! $is_unknown && '' !== $before && (string) $subscription->get_meta( self::META ) === $before ) {
				// An earlier try of this order chose it, and did not pay.
				$subscription->delete_meta_data( self::META );
			}
			if ( ! self::of( $subscription ) ) {
				$subscription->set_requires_manual_renewal( true );
				$subscription->save();
			}
		}
	}

	/**
	 * Gives a card that the gateway saved to the subscriptions whose latest order its customer pays by
	 * typing one; the checkout says that it pays the renewals.
	 *
	 * @param int              $customer_id Customer.
	 * @param WC_Payment_Token $token       Card.
	 */
	public static function take_awaited( $customer_id, $token ) {
		if ( ! function_exists( 'wcs_get_users_subscriptions' ) ) {
			return;
		}
		foreach ( wcs_get_users_subscriptions( $customer_id ) as $subscription ) {
			$order = $subscription->get_last_order( 'all', array( 'parent', 'renewal' ) );
			if ( Puente_Gateway::ID !== $subscription->get_payment_method() || ! $order || $order->has_status( 'failed' ) || '1' !== (string) $order->get_meta( self::AWAITED ) ) {
				continue;
			}
			self::set( $subscription, $token );
			$subscription->add_order_note( __( 'The saved card pays the next renewals.', 'puente-for-woocommerce' ) );
			$order->delete_meta_data( self::AWAITED );
			$order->save_meta_data();
		}
	}

	/**
	 * Moves a subscription to the card that paid its failed renewal, as its customer chose.
	 *
	 * @param WC_Subscription $subscription Subscription.
	 * @param WC_Order        $order        Renewal.
	 */
	public static function follow_renewal( $subscription, $order ) {
		$token = Puente_Saved_Cards::of_customer( (int) $subscription->get_customer_id(), (string) $order->get_meta( self::META ) );
		if ( $token ) {
			self::set( $subscription, $token );
		}
	}

	/**
	 * Lists the card among the payment meta that the merchant may edit.
	 *
	 * @param array           $meta         By payment method.
	 * @param WC_Subscription $subscription Subscription.
	 * @return array
	 */
	public static function describe( $meta, $subscription ) {
		$meta[ Puente_Gateway::ID ] = array(
			'post_meta' => array(
				self::META => array(
					'value' => (string) $subscription->get_meta( self::META ),
					'label' => __( 'Saved card (pm_…)', 'puente-for-woocommerce' ),
				),
			),
		);
		return $meta;
	}

	/**
	 * Refuses a card that is not the customer's.
	 *
	 * @param array           $meta         Edited meta.
	 * @param WC_Subscription $subscription Subscription.
	 * @throws Exception With a sentence for the merchant.
	 */
	public static function validate( $meta, $subscription ) {
		$card_id = isset( $meta['post_meta'][ self::META ]['value'] ) ? trim( (string) $meta['post_meta'][ self::META ]['value'] ) : '';
		if ( '' === $card_id || ! Puente_Saved_Cards::of_customer( (int) $subscription->get_customer_id(), $card_id ) ) {
			throw new Exception( esc_html__( 'This is not a saved card of the customer. Copy its id from an order that was paid with it, or choose manual renewal.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Returns whether an order pays subscriptions, or is one whose card changes.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_of_subscriptions( $order ) {
		if ( ! function_exists( 'wcs_order_contains_subscription' ) ) {
			return false;
		}
		return wcs_is_subscription( $order ) || wcs_order_contains_subscription( $order, 'any' );
	}

	/**
	 * Returns whether the customer changes a subscription's card on this page, without paying.
	 */
	public static function is_change_page() {
		return function_exists( 'wcs_is_subscription' ) && is_checkout_pay_page() && wcs_is_subscription( wc_get_order( absint( get_query_var( 'order-pay' ) ) ) );
	}

	/**
	 * Returns the subscriptions that this payment begins or changes; a renewal changes none.
	 *
	 * @param WC_Order $order Order.
	 * @return WC_Subscription[]
	 */
	private static function first_paid_by( $order ) {
		if ( wcs_is_subscription( $order ) ) {
			return array( $order );
		}
		return wcs_get_subscriptions_for_order( $order, array( 'order_type' => array( 'parent', 'resubscribe', 'switch' ) ) );
	}
}
