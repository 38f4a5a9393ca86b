<?php
/**
 * Takes back a refund that the gateway has not been asked for yet.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whoever deletes the row of a refund that waits does not want the money to go back. The row goes only
 * when Puente has taken the refund back; otherwise it would be paid out and stand nowhere.
 */
class Puente_Refund_Withdrawal {

	const STATE    = '_puente_refund_state';
	const TIMEOUTS = array( 12, 8 );

	/**
	 * Listens to the button by which a person deletes a refund. An order that is deleted with all its
	 * refunds takes none back.
	 */
	public static function listen() {
		add_action(
			'wp_ajax_woocommerce_delete_refund',
			static function () {
				add_filter( 'woocommerce_pre_delete_order_refund', array( __CLASS__, 'before_deletion' ), 10, 2 );
			},
			1
		);
	}

	/**
	 * Has the refund of a row taken back before the row goes.
	 *
	 * @param mixed           $check What others say; `null` lets it go.
	 * @param WC_Order_Refund $row   The row.
	 * @return mixed
	 */
	public static function before_deletion( $check, $row ) {
		$order = wc_get_order( $row->get_parent_id() );
		if ( null !== $check || ! $order instanceof WC_Order || 'waiting' !== (string) $row->get_meta( self::STATE ) ) {
			return $check;
		}
		$note = self::note( self::ask( $order, $row ) );
		$order->add_order_note( sprintf( $note['text'], Puente_Refunds::money( $order, $row ) ) );
		if ( ! $note['is_withdrawn'] ) {
			// Nothing may be told of a deletion that there was not.
			wp_die();
		}
		return $check;
	}

	/**
	 * What the shop is told.
	 *
	 * @param Puente_Answer|null $answer Puente's answer.
	 * @return array `text` with a place for the amount, and `is_withdrawn`.
	 */
	public static function note( $answer ) {
		if ( $answer && $answer->is_fine() ) {
			return array(
				/* translators: %s: an amount with its currency */
				'text'         => __( 'The refund of %s was taken back before the gateway was asked for it. No money goes back.', 'puente-for-woocommerce' ),
				'is_withdrawn' => true,
			);
		}
		return array(
			'text'         => $answer && $answer->is_refusal() && 401 !== $answer->status
				/* translators: %s: an amount with its currency */
				? __( 'The refund of %s cannot be taken back any more: the gateway has given the money back, or is being asked to. So it was not deleted.', 'puente-for-woocommerce' )
				/* translators: %s: an amount with its currency */
				: __( 'Puente cannot be reached at the moment, so the refund of %s could not be taken back and was not deleted. Please try again later.', 'puente-for-woocommerce' ),
			'is_withdrawn' => false,
		);
	}

	/**
	 * Asks Puente to take it back.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @return Puente_Answer|null
	 */
	private static function ask( WC_Order $order, $row ) {
		$client = Puente_Client::current();
		$path   = '/v1/orders/' . $order->get_id() . '/refunds/' . rawurlencode( (string) $row->get_meta( Puente_Refunds::META ) ) . '/cancel';
		return $client ? $client->call(
			'POST',
			$path,
			null,
			array(
				'timeouts' => self::TIMEOUTS,
				'expects'  => array( 'refund', 'id' ),
			)
		) : null;
	}
}
