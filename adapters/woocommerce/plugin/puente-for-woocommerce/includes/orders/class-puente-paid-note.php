<?php
/**
 * Order note about the payment.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Written here rather than by Puente, so it is in the shop's language of the moment and also on
 * orders that the plugin completes.
 */
class Puente_Paid_Note {

	// Transaction of the last note.
	const META = '_puente_paid_note';

	/**
	 * Hooks into payments. WooCommerce completes no payment of an order on hold: it gets the paid
	 * status itself.
	 */
	public static function listen() {
		add_action( 'woocommerce_payment_complete', array( __CLASS__, 'write' ) );
		add_action( 'woocommerce_order_status_changed', array( __CLASS__, 'write_after' ), 10, 3 );
	}

	/**
	 * Writes the note after a status that awaited the payment.
	 *
	 * @param int    $order_id Order.
	 * @param string $from     Status before.
	 * @param string $to       Status now.
	 */
	public static function write_after( $order_id, $from, $to ) {
		if ( in_array( $from, array( 'pending', 'failed', 'on-hold', 'cancelled' ), true ) && in_array( $to, array( 'processing', 'completed' ), true ) ) {
			self::write( $order_id );
		}
	}

	/**
	 * Writes amount, card and receipt of a paid order, once for each transaction.
	 *
	 * @param int $order_id Order.
	 */
	public static function write( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || ! Puente_Payment_Details::is_shown( $order ) ) {
			return;
		}
		$transaction = (string) $order->get_transaction_id();
		// Both hooks run for one payment, and two requests may pay one order.
		if ( $transaction === $order->get_meta( self::META ) || false === Puente_Claim::claim( 'paid-note ' . $order_id . ' ' . $transaction, DAY_IN_SECONDS ) ) {
			return;
		}
		$words = Puente_Shop_Language::in(
			static function () use ( $order, $transaction ) {
				/* translators: 1: an amount with its currency, 2: a card, 3: an id, 4: a link */
				return sprintf( __( 'Puente: %1$s paid with %2$s, transaction %3$s. %4$s', 'puente-for-woocommerce' ), Puente_Amount::text( (string) $order->get_total() ) . ' ' . $order->get_currency(), Puente_Payment_Details::card( $order ), $transaction, self::link( $order ) );
			}
		);
		$order->add_order_note( $words );
		$order->update_meta_data( self::META, $transaction );
		$order->save_meta_data();
	}

	/**
	 * Returns the link to the receipt.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function link( WC_Order $order ) {
		return sprintf( '<a href="%s">%s</a>', esc_url( Puente_Receipt::link( $order ) ), esc_html__( 'View the receipt', 'puente-for-woocommerce' ) );
	}
}
