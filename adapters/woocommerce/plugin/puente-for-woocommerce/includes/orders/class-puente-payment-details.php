<?php
/**
 * How an order was paid.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * For the customer: on the order-received page, in the account, and in WooCommerce's e-mails.
 */
class Puente_Payment_Details {

	// Written by Puente with the payment: `brand` and `last_four` of a saved card.
	const CARD_META = '_puente_card';

	/**
	 * Hooks into the order's pages and e-mails.
	 */
	public static function listen() {
		add_action( 'woocommerce_order_details_after_order_table', array( __CLASS__, 'show' ) );
		add_action( 'woocommerce_email_after_order_table', array( __CLASS__, 'show_in_email' ), 10, 3 );
	}

	/**
	 * Returns whether an order was paid through Puente.
	 *
	 * @param WC_Order|mixed $order Order.
	 */
	public static function is_shown( $order ) {
		return $order instanceof WC_Order && Puente_Gateway::ID === $order->get_payment_method() && null !== $order->get_date_paid() && '' !== (string) $order->get_transaction_id();
	}

	/**
	 * Returns what a customer is told.
	 *
	 * @param WC_Order $order Order.
	 * @return string[] Text by label.
	 */
	public static function rows( WC_Order $order ) {
		return array(
			__( 'Paid with', 'puente-for-woocommerce' )   => self::card( $order ),
			__( 'Transaction', 'puente-for-woocommerce' ) => (string) $order->get_transaction_id(),
		);
	}

	/**
	 * Names the card.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function card( WC_Order $order ) {
		$kept  = $order->get_meta( self::CARD_META );
		$card  = is_string( $kept ) ? json_decode( $kept, true ) : null;
		$brand = is_array( $card ) && isset( $card['brand'] ) && is_string( $card['brand'] ) ? Puente_Card_Brands::name( sanitize_text_field( $card['brand'] ) ) : '';
		$last  = is_array( $card ) && isset( $card['last_four'] ) && is_string( $card['last_four'] ) && preg_match( '/^[0-9]{4}$/D', $card['last_four'] ) ? $card['last_four'] : '';
		if ( '' === $brand ) {
			$brand = Puente_Settings::default_title();
		}
		/* translators: 1: a brand such as Visa, 2: four digits */
		return '' === $last ? $brand : sprintf( __( '%1$s ending in %2$s', 'puente-for-woocommerce' ), $brand, $last );
	}

	/**
	 * Prints the details on the order-received page and in the account.
	 *
	 * @param WC_Order|mixed $order Order.
	 */
	public static function show( $order ) {
		if ( ! self::is_shown( $order ) ) {
			return;
		}
		wp_enqueue_style( Puente_Card_Form::STYLE );
		echo '<section class="puente-payment"><h2>' . esc_html__( 'Payment', 'puente-for-woocommerce' ) . '</h2><dl>';
		foreach ( self::rows( $order ) as $label => $text ) {
			printf( '<dt>%s</dt><dd>%s</dd>', esc_html( $label ), esc_html( $text ) );
		}
		printf( '</dl><p><a href="%s">%s</a></p></section>', esc_url( Puente_Receipt::link( $order ) ), esc_html__( 'View the receipt', 'puente-for-woocommerce' ) );
	}

	/**
	 * Prints the details in an e-mail to the customer.
	 *
	 * @param WC_Order|mixed $order    Order.
	 * @param bool           $to_admin Whether the shop gets it.
	 * @param bool           $is_plain Whether it is plain text.
	 */
	public static function show_in_email( $order, $to_admin = false, $is_plain = false ) {
		if ( $to_admin || ! self::is_shown( $order ) ) {
			return;
		}
		$link = Puente_Receipt::link( $order );
		if ( $is_plain ) {
			echo "\n" . esc_html__( 'Payment', 'puente-for-woocommerce' ) . "\n";
			foreach ( self::rows( $order ) as $label => $text ) {
				echo esc_html( $label . ': ' . $text ) . "\n";
			}
			echo esc_html__( 'View the receipt', 'puente-for-woocommerce' ) . ': ' . esc_url_raw( $link ) . "\n\n";
			return;
		}
		echo '<h2>' . esc_html__( 'Payment', 'puente-for-woocommerce' ) . '</h2><p>';
		foreach ( self::rows( $order ) as $label => $text ) {
			printf( '<strong>%s:</strong> %s<br />', esc_html( $label ), esc_html( $text ) );
		}
		printf( '<a href="%s">%s</a></p>', esc_url( $link ), esc_html__( 'View the receipt', 'puente-for-woocommerce' ) );
	}
}
