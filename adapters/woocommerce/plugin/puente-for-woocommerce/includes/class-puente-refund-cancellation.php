<?php
/**
 * Takes back a refund that the gateway has not been asked for yet.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whoever deletes the row of a refund does not want its money to go back. The row may go only when
 * Puente has said that none will; otherwise it would be paid out and stand nowhere. How the refund
 * stood when the row heard of it says nothing about how it stands now, so Puente is asked each time.
 */
class Puente_Refund_Cancellation {

	const TIMEOUTS = array( 12, 8 );

	/**
	 * Has the refund of a row taken back, and tells the shop in a note.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @return string|null Why the row may not go; `null` when it may.
	 */
	public static function refusal( WC_Order $order, $row ) {
		if ( ! Puente_Refund_Asked::may_be_open( $row ) ) {
			return null;
		}
		$client = Puente_Refund_Asked::client( $row );
		if ( $client ) {
			$reading = self::read( self::ask( $client, $order, $row ), Puente_Refund_Asked::may_arrive( $row ) );
		} else {
			$reading = self::of_another_store( $row );
		}
		$text = sprintf( $reading['text'], Puente_Refunds::money( $order, $row ) );
		$order->add_order_note( $text );
		return $reading['may_go'] ? null : $text;
	}

	/**
	 * What becomes of a row when the store that was asked for it is not connected: nobody can say how it
	 * stands. Of a store of test that does not matter, and a shop that has gone live can be rid of it.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return array `text` with a place for the amount, and `may_go`.
	 */
	private static function of_another_store( $row ) {
		return Puente_Refund_Asked::was_test( $row )
			/* translators: %s: an amount with its currency */
			? self::go( __( 'The refund of %s was deleted. It was asked for with test keys, so no real money goes back.', 'puente-for-woocommerce' ) )
			/* translators: %s: an amount with its currency */
			: self::stay( __( 'The refund of %s was not deleted: this site is not connected to the store of Puente that was asked for it, so that it cannot be taken back there. Connect that store again. If that is not possible any more, look in the gateway\'s portal whether the money has gone back. If it has not, deactivate this plugin, delete the refund, and activate the plugin again.', 'puente-for-woocommerce' ) );
	}

	/**
	 * What Puente's answer means.
	 *
	 * @param Puente_Answer $answer     Puente's answer.
	 * @param bool          $may_arrive Whether the wish itself may still be on its way to Puente.
	 * @return array `text` with a place for the amount, and `may_go`.
	 */
	private static function read( Puente_Answer $answer, $may_arrive ) {
		if ( $answer->is_fine() ) {
			/* translators: %s: an amount with its currency */
			return self::go( __( 'The refund of %s was taken back before the gateway was asked for it. No money goes back.', 'puente-for-woocommerce' ) );
		}
		switch ( $answer->is_refusal() ? $answer->code() : '' ) {
			case 'no_such_order':
			case 'no_such_refund':
				return $may_arrive
					/* translators: %s: an amount with its currency */
					? self::stay( __( 'Whether the refund of %s has reached Puente is not certain yet, so it was not deleted. Please try again in ten minutes.', 'puente-for-woocommerce' ) )
					/* translators: %s: an amount with its currency */
					: self::go( __( 'The refund of %s was deleted: Puente was never reached with it. No money goes back.', 'puente-for-woocommerce' ) );
			case 'refund_refused':
				/* translators: %s: an amount with its currency */
				return self::go( __( 'The refund of %s was deleted: it was refused. No money goes back.', 'puente-for-woocommerce' ) );
			case 'refund_done':
			case 'refund_under_way':
				/* translators: %s: an amount with its currency */
				return self::stay( __( 'The refund of %s cannot be taken back any more: the gateway has given the money back, or is being asked to. So it was not deleted.', 'puente-for-woocommerce' ) );
			default:
				/* translators: %s: an amount with its currency */
				return self::stay( __( 'Puente cannot be reached at the moment, so the refund of %s could not be taken back and was not deleted. Please try again later.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * The row may go.
	 *
	 * @param string $text What the shop is told.
	 * @return array
	 */
	private static function go( $text ) {
		return array(
			'text'   => $text,
			'may_go' => true,
		);
	}

	/**
	 * The row has to stay.
	 *
	 * @param string $text What the shop is told.
	 * @return array
	 */
	private static function stay( $text ) {
		return array(
			'text'   => $text,
			'may_go' => false,
		);
	}

	/**
	 * Asks Puente to take it back: by the key that the row was asked for with, since the answer with
	 * Puente's own id may have been lost.
	 *
	 * @param Puente_Client   $client The client.
	 * @param WC_Order        $order  The order.
	 * @param WC_Order_Refund $row    The row.
	 * @return Puente_Answer
	 */
	private static function ask( Puente_Client $client, WC_Order $order, $row ) {
		return $client->call(
			'POST',
			'/v1/orders/' . $order->get_id() . '/refunds/cancel',
			array( 'idempotency_key' => Puente_Refunds::key( $row ) ),
			array(
				'timeouts' => self::TIMEOUTS,
				'expects'  => array( 'refund', 'id' ),
			)
		);
	}
}
