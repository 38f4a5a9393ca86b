<?php
/**
 * Refunds.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce saves a row before it requests the money; its id is the idempotency key, so repeats
 * refund once.
 */
class Puente_Refunds {

	const META = '_puente_refund';
	// Puente answers within ten seconds; many hosts end a request after thirty.
	const TRIES = array(
		'timeoutSeconds' => 14,
		'withinSeconds'  => 26,
		'maxRetries'     => 1,
	);

	/**
	 * Rows that this request creates, by order id.
	 *
	 * @var WC_Order_Refund[]
	 */
	private static $being_made = array();

	/**
	 * Tracks rows in creation. The hook passes the object that is saved next, so its id is certain
	 * despite concurrent refunds.
	 */
	public static function watch() {
		add_action(
			'woocommerce_create_refund',
			static function ( $refund ) {
				self::$being_made[ $refund->get_parent_id() ] = $refund;
			},
			PHP_INT_MAX
		);
		add_action(
			'woocommerce_refund_created',
			static function ( $refund_id, $args ) {
				unset( self::$being_made[ absint( $args['order_id'] ) ] );
			},
			10,
			2
		);
	}

	/**
	 * Refunds a row.
	 *
	 * @param WC_Order $order  Order.
	 * @param mixed    $amount Decimal string.
	 * @param string   $reason Reason.
	 * @return true|WP_Error With a sentence for the store; WooCommerce then deletes the row.
	 */
	public static function make( WC_Order $order, $amount, $reason ) {
		$client = Puente_Client::current();
		$row    = self::row( $order, $amount, $reason );
		if ( Puente_Pairings::is_elsewhere() ) {
			return new WP_Error( 'puente_moved', __( 'Nothing was refunded.', 'puente-for-woocommerce' ) . ' ' . Puente_Moved_Site::words() );
		}
		if ( ! $client ) {
			return new WP_Error( 'puente_not_connected', __( 'This site is not connected to Puente, so nothing was refunded.', 'puente-for-woocommerce' ) );
		}
		if ( ! $row || ! Puente_Amount::is_positive( $row->get_amount() ) ) {
			return new WP_Error( 'puente_no_row', __( 'The refund has no separate entry or no amount, so nothing was refunded.', 'puente-for-woocommerce' ) );
		}
		$unanswered = self::unanswered_of( $order, $row );
		if ( $unanswered ) {
			Puente_Refund_Task::make_sure( $unanswered );
			/* translators: %s: an amount with its currency */
			return new WP_Error( 'puente_unanswered', sprintf( __( 'Nothing was refunded: the outcome of the refund of %s of this order is not known yet. Check the order again in a few minutes.', 'puente-for-woocommerce' ), self::money( $order, $unanswered ) ) );
		}
		// Another plugin may refund a row again whose answer was lost.
		$is_repetition = Puente_Refund_Request::is_unanswered( $row );
		// PHP may end at any point from here on.
		Puente_Refund_Request::note( $row, $client->store_id() );
		Puente_Refund_Task::start( $row );
		$answer  = self::ask( $client, $order, $row, array( 'isRepetition' => $is_repetition ) + self::TRIES );
		$refusal = self::refusal( $answer );
		if ( Puente_Answer::UNKNOWN !== $answer->case ) {
			Puente_Refund_Task::stop( $row );
		}
		if ( null !== $refusal || Puente_Answer::NOT_SENT === $answer->case ) {
			// Lets WooCommerce delete it.
			Puente_Refund_Request::note_state( $row, Puente_Refund_Request::REFUSED );
		}
		if ( Puente_Answer::NOT_SENT === $answer->case ) {
			return new WP_Error( 'puente_unreachable', __( 'Puente is not responding. Nothing was refunded. Try again later.', 'puente-for-woocommerce' ) );
		}
		if ( null !== $refusal ) {
			Puente_Log::error( 'a refund was refused', array( 'order' => $order->get_id() ) + $answer->for_log() );
			/* translators: 1: an amount with its currency, 2: the number of an order, 3: why */
			return new WP_Error( 'puente_refused', sprintf( __( 'Refund of %1$s of order %2$s: %3$s', 'puente-for-woocommerce' ), self::money( $order, $row ), $order->get_order_number(), $refusal ) );
		}
		self::write_down( $order, $row, $answer );
		return true;
	}

	/**
	 * Returns another refund with an unknown outcome: the refundable rest depends on it, and this
	 * one may repeat it.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @return WC_Order_Refund|null
	 */
	private static function unanswered_of( WC_Order $order, $row ) {
		foreach ( $order->get_refunds() as $other ) {
			if ( $other->get_id() !== $row->get_id() && Puente_Refund_Request::is_unanswered( $other ) ) {
				return $other;
			}
		}
		return null;
	}

	/**
	 * Returns the idempotency key of a row.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function key( $row ) {
		return 'woocommerce-refund-' . $row->get_id();
	}

	/**
	 * Requests a refund from Puente.
	 *
	 * @param Puente_Client   $client  Client.
	 * @param WC_Order        $order   Order.
	 * @param WC_Order_Refund $row     Row.
	 * @param array           $options As for Puente_Client::call().
	 * @param array           $more    Further fields.
	 */
	public static function ask( Puente_Client $client, WC_Order $order, $row, array $options, array $more = array() ) {
		$body = $more + array(
			'amount'   => Puente_Amount::text( $row->get_amount() ),
			'currency' => $order->get_currency(),
		);
		if ( wc_get_price_decimals() < Puente_Currency::decimals( $order->get_currency() ) ) {
			// WooCommerce requests the remainder as displayed: 28 of 27.50.
			$body['shown_decimals'] = wc_get_price_decimals();
		}
		if ( '' !== (string) $row->get_reason() ) {
			$body['reason'] = (string) $row->get_reason();
		}
		Puente_Refund_Request::note( $row, $client->store_id() );
		return $client->call(
			'POST',
			'/v1/orders/' . $order->get_id() . '/refunds',
			$body,
			$options + array(
				'expects'        => array( 'refund', 'id' ),
				'idempotencyKey' => self::key( $row ),
			)
		);
	}

	/**
	 * Returns why a refund failed.
	 *
	 * @param Puente_Answer $answer Puente's answer.
	 * @return string|null Sentence for the store; `null` if not refused.
	 */
	public static function refusal( Puente_Answer $answer ) {
		if ( $answer->is_refusal() ) {
			$known = self::sentence( $answer->code() );
			if ( null !== $known ) {
				return $known;
			}
			$words = '' === $answer->words() ? $answer->text( 'title' ) : $answer->words();
			/* translators: %s: a code such as invalid_fields */
			return '' === $words ? sprintf( __( 'Puente refused the refund (%s).', 'puente-for-woocommerce' ), $answer->code() ) : $words;
		}
		if ( 'cancelled' === self::field( $answer, 'state' ) ) {
			// Its deletion ended after the cancellation.
			return __( 'Nothing was refunded: the refund was cancelled.', 'puente-for-woocommerce' );
		}
		if ( 'failed' !== self::field( $answer, 'state' ) ) {
			return null;
		}
		$refusal = isset( $answer->body['refund']['refusal'] ) ? $answer->body['refund']['refusal'] : null;
		$words   = is_array( $refusal ) && isset( $refusal['words'] ) && is_array( $refusal['words'] ) ? implode( ' ', array_filter( $refusal['words'], 'is_string' ) ) : '';
		/* translators: %s: the gateway's own words */
		return sanitize_text_field( sprintf( __( 'The gateway refused the refund. %s', 'puente-for-woocommerce' ), $words ) );
	}

	/**
	 * Returns the sentence for a common refusal.
	 *
	 * @param string $code Its code.
	 * @return string|null
	 */
	private static function sentence( $code ) {
		switch ( $code ) {
			case 'refund_not_paid':
				return __( 'Nothing was refunded: the gateway has no refundable payment for this order. Refund it once it is paid.', 'puente-for-woocommerce' );
			case 'refund_voided':
				return __( 'Nothing was refunded: the charge was already voided. There is nothing else to do.', 'puente-for-woocommerce' );
			case 'refund_nothing_left':
				return __( 'Nothing was refunded: the full amount was already refunded. There is nothing else to do.', 'puente-for-woocommerce' );
			case 'refund_under_way':
				return __( 'Nothing was refunded: another refund of this order is in progress. If it waits for the gateway, you can delete it and refund the full amount at once. Otherwise, try again when it is done.', 'puente-for-woocommerce' );
			case 'refund_above_rest':
				return __( 'Nothing was refunded: the amount exceeds what is left of the charge. Refund what is left, or less.', 'puente-for-woocommerce' );
			default:
				return null;
		}
	}

	/**
	 * Records Puente's answer in the row and in a note.
	 *
	 * @param WC_Order        $order  Order.
	 * @param WC_Order_Refund $row    Row.
	 * @param Puente_Answer   $answer Puente's answer.
	 */
	public static function write_down( WC_Order $order, $row, Puente_Answer $answer ) {
		$id = self::field( $answer, 'id' );
		if ( '' === $id ) {
			$order->add_order_note(
				sprintf(
					/* translators: %s: an amount with its currency */
					__( 'Puente did not respond in time about the refund of %s. The plugin keeps checking its outcome. Do not refund it again.', 'puente-for-woocommerce' ),
					self::money( $order, $row )
				)
			);
			return;
		}
		$row->update_meta_data( self::META, $id );
		Puente_Refund_Request::note_state( $row, self::field( $answer, 'state' ) );
		$note = self::awaits_approval( $answer )
			/* translators: 1: an amount with its currency, 2: an id */
			? __( 'The refund of %1$s is above the limit of the store: another person has to approve it in Puente (%2$s). To cancel it before that, delete the refund.', 'puente-for-woocommerce' )
			: self::note( self::field( $answer, 'kind' ), self::field( $answer, 'state' ) );
		$order->add_order_note( sprintf( $note, self::refunded( $answer, self::money( $order, $row ) ), $id ) );
	}

	/**
	 * Returns whether a second person has to approve the refund.
	 *
	 * @param Puente_Answer $answer Puente's answer.
	 */
	private static function awaits_approval( Puente_Answer $answer ) {
		return $answer->is_fine() && isset( $answer->body['refund']['approval']['state'] ) && 'pending' === $answer->body['refund']['approval']['state'];
	}

	/**
	 * Returns the refunded amount; a store without decimals rounds it in its row.
	 *
	 * @param Puente_Answer $answer  Puente's answer.
	 * @param string        $of_shop Fallback: the row's amount.
	 * @return string With its currency.
	 */
	private static function refunded( Puente_Answer $answer, $of_shop ) {
		$amount = self::field( $answer, 'amount' );
		return '' === $amount ? $of_shop : $amount . ' ' . self::field( $answer, 'currency' );
	}

	/**
	 * Records a refund made for the row in the gateway's portal.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 */
	public static function write_down_adopted( WC_Order $order, $row ) {
		Puente_Refund_Request::note_state( $row, Puente_Refund_Request::DONE );
		$order->add_order_note( sprintf( self::note( 'refund', 'succeeded' ), self::money( $order, $row ), Puente_Refund_Request::adopted_for( $order, $row ) ) );
	}

	/**
	 * Returns the note about a refund.
	 *
	 * @param string $kind  `void` or `refund`.
	 * @param string $state Its state.
	 * @return string With placeholders for amount and id.
	 */
	private static function note( $kind, $state ) {
		if ( 'waiting' === $state ) {
			/* translators: 1: an amount with its currency, 2: an id */
			return __( 'The refund of %1$s is queued: the gateway accepts it once the charge has settled or its day has passed. Puente then requests it automatically (%2$s). To cancel it before that, delete the refund.', 'puente-for-woocommerce' );
		}
		if ( 'succeeded' !== $state ) {
			/* translators: 1: an amount with its currency, 2: an id */
			return __( 'Puente accepted the refund of %1$s and is requesting it from the gateway (%2$s).', 'puente-for-woocommerce' );
		}
		return 'void' === $kind
			/* translators: 1: an amount with its currency, 2: an id */
			? __( 'The charge of %1$s was voided before settlement (%2$s).', 'puente-for-woocommerce' )
			/* translators: 1: an amount with its currency, 2: an id */
			: __( 'The gateway refunded %1$s (%2$s).', 'puente-for-woocommerce' );
	}

	/**
	 * Returns the row of a refund.
	 *
	 * @param WC_Order $order  Order.
	 * @param mixed    $amount Amount.
	 * @param string   $reason Reason.
	 * @return WC_Order_Refund|null `null` if ambiguous.
	 */
	private static function row( WC_Order $order, $amount, $reason ) {
		$being_made = isset( self::$being_made[ $order->get_id() ] ) ? self::$being_made[ $order->get_id() ] : null;
		if ( $being_made && $being_made->get_id() > 0 && Puente_Amount::is_same( $being_made->get_amount(), (string) $amount ) ) {
			return $being_made;
		}
		// Another plugin refunds a row that it created earlier.
		$fitting = array_filter(
			$order->get_refunds(),
			static function ( $row ) use ( $amount, $reason ) {
				return Puente_Amount::is_same( $row->get_amount(), (string) $amount )
					&& (string) $row->get_reason() === (string) $reason
					&& '' === (string) $row->get_meta( self::META )
					&& ! $row->get_refunded_payment();
			}
		);
		return 1 === count( $fitting ) ? reset( $fitting ) : null;
	}

	/**
	 * Returns a string field of the answered refund.
	 *
	 * @param Puente_Answer $answer Answer.
	 * @param string        $name   Field.
	 */
	private static function field( Puente_Answer $answer, $name ) {
		return $answer->is_fine() && isset( $answer->body['refund'][ $name ] ) && is_string( $answer->body['refund'][ $name ] ) ? sanitize_text_field( $answer->body['refund'][ $name ] ) : '';
	}

	/**
	 * Formats the amount of a row with its currency.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 */
	public static function money( WC_Order $order, $row ) {
		return Puente_Amount::text( $row->get_amount() ) . ' ' . $order->get_currency();
	}
}
