<?php
/**
 * Order-received page.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows a waiting order as being confirmed, and polls. Classic page and block share these hooks.
 */
class Puente_Order_Received {

	const SCRIPT = 'puente-confirming';
	// States that may still change.
	const WAITING = array( Puente_Order_State::CONFIRMING, Puente_Order_State::CHECKING );
	// States that a paying customer needs explained.
	const OVER = array( Puente_Order_State::CANCELLED, Puente_Order_State::REFUNDED );

	/**
	 * Hooks into the page.
	 */
	public static function listen() {
		add_action( 'woocommerce_before_thankyou', array( __CLASS__, 'show' ) );
		add_filter( 'woocommerce_thankyou_order_received_text', array( __CLASS__, 'words' ), 10, 2 );
		add_action( 'template_redirect', array( __CLASS__, 'lead_from_pay_page' ) );
	}

	/**
	 * Redirects from the pay page of a paid order, which WooCommerce would only refuse.
	 */
	public static function lead_from_pay_page() {
		if ( ! is_checkout_pay_page() ) {
			return;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- The order's key says who may see it.
		$key = isset( $_GET['key'] ) && is_string( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : '';
		$url = self::url_after_payment( wc_get_order( absint( get_query_var( 'order-pay' ) ) ), $key );
		if ( null !== $url ) {
			wp_safe_redirect( $url );
			exit;
		}
	}

	/**
	 * Returns the order-received URL of a paid order.
	 *
	 * @param WC_Order|mixed $order Order.
	 * @param string         $key   Visitor's order key.
	 * @return string|null
	 */
	public static function url_after_payment( $order, $key ) {
		$is_theirs = $order instanceof WC_Order && hash_equals( $order->get_order_key(), $key );
		return $is_theirs && Puente_Order_State::PAID === self::state( $order ) ? $order->get_checkout_order_received_url() : null;
	}

	/**
	 * Replaces WooCommerce's thanks while the payment is open.
	 *
	 * @param string         $text  WooCommerce's sentence.
	 * @param WC_Order|mixed $order On some pages.
	 */
	public static function words( $text, $order = null ) {
		return $order instanceof WC_Order && in_array( self::state( $order ), self::WAITING, true ) ? esc_html__( 'We have received your order.', 'puente-for-woocommerce' ) : $text;
	}

	/**
	 * Prints the payment state and enqueues the polling script.
	 *
	 * @param int $order_id Order.
	 */
	public static function show( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		Puente_Unpaid_Orders::forget( $order );
		$state = self::state( $order );
		if ( in_array( $state, self::OVER, true ) ) {
			wp_enqueue_style( Puente_Card_Form::STYLE );
			printf( '<div class="puente-order-state"><p>%s</p></div>', esc_html( self::texts()[ $state ] ) );
			return;
		}
		if ( ! in_array( $state, self::WAITING, true ) ) {
			return;
		}
		wp_enqueue_style( Puente_Card_Form::STYLE );
		wp_enqueue_script( self::SCRIPT, plugins_url( 'assets/confirming.js', PUENTE_FILE ), array(), PUENTE_VERSION, true );
		$settings = array(
			'url'   => add_query_arg( 'key', rawurlencode( $order->get_order_key() ), rest_url( Puente_Rest_Routes::SPACE . '/orders/' . $order->get_id() . '/state' ) ),
			'shown' => $state,
			'texts' => self::texts(),
		);
		printf(
			'<div class="puente-order-state" data-settings="%1$s"><p class="puente-order-state-words" role="status"><span class="puente-busy" aria-hidden="true"></span> <span data-words>%2$s</span></p><p class="puente-order-state-pay" hidden><span data-ask>%3$s</span> <a class="button" href="%4$s">%5$s</a></p><noscript><p><a href="">%6$s</a></p></noscript></div>',
			esc_attr( wp_json_encode( $settings ) ),
			esc_html( $settings['texts'][ $state ] ),
			esc_html__( 'Not paid yet?', 'puente-for-woocommerce' ),
			esc_url( $order->get_checkout_payment_url() ),
			esc_html__( 'Pay this order', 'puente-for-woocommerce' ),
			esc_html__( 'Check again', 'puente-for-woocommerce' )
		);
	}

	/**
	 * Returns the texts by state.
	 */
	private static function texts() {
		return array(
			Puente_Order_State::CONFIRMING => __( 'We are confirming your payment. This page updates by itself.', 'puente-for-woocommerce' ),
			Puente_Order_State::PAID       => __( 'Your payment is confirmed. Thank you!', 'puente-for-woocommerce' ),
			Puente_Order_State::CHECKING   => __( 'The shop is checking this order and its payment, and will contact you. Do not pay again.', 'puente-for-woocommerce' ),
			Puente_Order_State::NOT_PAID   => __( 'The payment was not completed.', 'puente-for-woocommerce' ),
			Puente_Order_State::CANCELLED  => __( 'This order was cancelled. If your card was charged anyway, the shop is notified.', 'puente-for-woocommerce' ),
			Puente_Order_State::REFUNDED   => __( 'Your payment was refunded. If you did not expect this, contact the shop.', 'puente-for-woocommerce' ),
			'later'                        => __( 'Confirming your payment takes longer than usual. You can close this page. We will email you when it is done.', 'puente-for-woocommerce' ),
		);
	}

	/**
	 * Returns the state of an order of Puente's.
	 *
	 * @param WC_Order $order Order.
	 * @return string|null
	 */
	private static function state( WC_Order $order ) {
		return Puente_Chosen_Method::is_ours( $order ) ? Puente_Order_State::of( $order ) : null;
	}
}
