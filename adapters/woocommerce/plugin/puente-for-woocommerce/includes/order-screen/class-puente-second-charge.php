<?php
/**
 * Second charge of an order.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Warns on the order screen, and refunds the payment that does not pay the order. WooCommerce gets
 * no refund row: its order was sold and paid once. One key for each charge, so repeats refund once.
 */
class Puente_Second_Charge {

	const ALERT  = 'order_paid_twice';
	const ACTION = 'puente_refund_second';
	// WooCommerce's right to create refunds over REST.
	const RIGHT   = 'publish_shop_orders';
	const SECONDS = 3;

	/**
	 * Order whose warning has a button; 0 without one.
	 *
	 * @var int
	 */
	private static $order_id = 0;

	/**
	 * Hooks into the screens.
	 */
	public static function listen() {
		add_action( 'admin_post_' . self::ACTION, array( __CLASS__, 'refund' ) );
		add_action( 'admin_footer', array( __CLASS__, 'print_form' ) );
	}

	/**
	 * Prints the warning. Several further charges are refunded one after the other.
	 *
	 * @param WC_Order          $order Order.
	 * @param Puente_Order_View $view  Order at Puente.
	 */
	public static function show( WC_Order $order, Puente_Order_View $view ) {
		$has_button = false;
		foreach ( $view->rows( 'duplicates' ) as $row ) {
			if ( ! isset( $row['payment_id'], $row['amount'], $row['currency'] ) ) {
				continue;
			}
			$money = $row['amount'] . ' ' . $row['currency'];
			$time  = isset( $row['paid_at'] ) ? strtotime( $row['paid_at'] ) : false;
			echo '<div class="notice notice-error inline"><h3>' . esc_html__( 'Charged twice', 'puente-for-woocommerce' ) . '</h3><p>';
			if ( false === $time ) {
				/* translators: %s: an amount with its currency */
				echo esc_html( sprintf( __( 'The customer paid this order and was charged %s again.', 'puente-for-woocommerce' ), $money ) );
			} else {
				/* translators: 1: an amount with its currency, 2: a time */
				echo esc_html( sprintf( __( 'The customer paid this order and was charged %1$s again, on %2$s.', 'puente-for-woocommerce' ), $money, wp_date( get_option( 'date_format', 'Y-m-d' ) . ' ' . get_option( 'time_format', 'H:i' ), $time ) ) );
			}
			echo '</p>';
			if ( ! empty( $row['is_under_way'] ) ) {
				printf( '<p>%s</p>', esc_html__( 'A refund of this order is under way. Wait until it has ended.', 'puente-for-woocommerce' ) );
			} elseif ( ! $has_button && current_user_can( self::RIGHT ) ) {
				$has_button     = true;
				self::$order_id = $order->get_id();
				self::show_button( $row, $money );
			}
			echo '</div>';
		}
	}

	/**
	 * Prints the confirmation and the button.
	 *
	 * @param array  $row   Charge.
	 * @param string $money Amount with its currency.
	 */
	private static function show_button( array $row, $money ) {
		foreach ( array( 'payment_id', 'amount', 'currency' ) as $name ) {
			printf( '<input type="hidden" name="%1$s" value="%2$s" form="%3$s" />', esc_attr( $name ), esc_attr( $row[ $name ] ), esc_attr( self::ACTION ) );
		}
		/* translators: %s: an amount with its currency */
		printf( '<p><label><input type="checkbox" name="sure" value="1" required form="%1$s" /> %2$s</label></p>', esc_attr( self::ACTION ), esc_html( sprintf( __( 'Yes, return %s to the customer', 'puente-for-woocommerce' ), $money ) ) );
		printf( '<p><button type="submit" class="button" form="%1$s">%2$s</button></p>', esc_attr( self::ACTION ), esc_html__( 'Refund the second payment', 'puente-for-woocommerce' ) );
	}

	/**
	 * Prints the form of the button.
	 */
	public static function print_form() {
		if ( self::$order_id ) {
			Puente_Order_Box::form( self::ACTION, self::$order_id );
		}
	}

	/**
	 * Refunds the posted charge.
	 */
	public static function refund() {
		$order = Puente_Order_Box::posted_order( self::ACTION, self::RIGHT );
		Puente_Order_Notice::keep( ...self::refund_charge( $order, self::posted( 'payment_id' ), self::posted( 'amount' ) . ' ' . self::posted( 'currency' ), '1' === self::posted( 'sure' ) ) );
		Puente_Order_Box::go_back( $order->get_id() );
	}

	/**
	 * Returns a posted text.
	 *
	 * @param string $name Field.
	 */
	private static function posted( $name ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- posted_order() has checked it.
		return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) : '';
	}

	/**
	 * Refunds a charge, if Puente still shows it as the person saw it.
	 *
	 * @param WC_Order $order      Order.
	 * @param string   $payment_id Payment.
	 * @param string   $money      Amount with its currency, as the person saw it.
	 * @param bool     $is_sure    Whether the person confirmed.
	 * @return string[] Kind of the notice and its text.
	 */
	private static function refund_charge( WC_Order $order, $payment_id, $money, $is_sure ) {
		if ( ! $is_sure ) {
			return array( 'warning', __( 'Nothing was refunded: tick the confirmation first.', 'puente-for-woocommerce' ) );
		}
		$client = Puente_Client::current();
		$view   = Puente_Order_View::of( $order );
		if ( ! $client || Puente_Order_View::AWAY === $view->state ) {
			return array( 'error', __( 'Puente is not responding. Nothing was refunded. Try again later.', 'puente-for-woocommerce' ) );
		}
		$row = $view->duplicate( $payment_id );
		if ( ! $row || $row['amount'] . ' ' . $row['currency'] !== $money || ! Puente_Amount::is_positive( $row['amount'] ) || ! empty( $row['is_under_way'] ) ) {
			return array( 'warning', __( 'Nothing was refunded: the second payment has changed. Check the order again.', 'puente-for-woocommerce' ) );
		}
		$answer = $client->call(
			'POST',
			'/v1/orders/' . $order->get_id() . '/refunds',
			array(
				'amount'     => $row['amount'],
				'currency'   => $row['currency'],
				'payment_id' => $payment_id,
			),
			array(
				'timeoutSeconds' => self::SECONDS,
				'expects'        => array( 'refund', 'id' ),
				// A refund that failed needs another key.
				'idempotencyKey' => 'woocommerce-second-charge-' . $payment_id . '-' . absint( isset( $row['tries'] ) ? $row['tries'] : 0 ),
			)
		);
		// The gateway may have refused a refund that Puente accepted.
		$refusal = Puente_Refunds::refusal( $answer );
		if ( null === $refusal && $answer->is_fine() ) {
			self::note( $order, $payment_id, $money );
			/* translators: %s: an amount with its currency */
			return array( 'success', sprintf( __( 'Puente accepted the refund of the second payment of %s.', 'puente-for-woocommerce' ), $money ) );
		}
		Puente_Log::error( 'a second charge was not refunded', array( 'order' => $order->get_id() ) + $answer->for_log() );
		if ( Puente_Answer::NOT_SENT === $answer->case ) {
			return array( 'error', __( 'Puente is not responding. Nothing was refunded. Try again later.', 'puente-for-woocommerce' ) );
		}
		// A temporary refusal says nothing about an earlier click.
		return null !== $refusal && $answer->is_last_word()
			? array( 'error', __( 'Nothing was refunded.', 'puente-for-woocommerce' ) . ' ' . $refusal )
			: array( 'warning', __( 'Puente has not confirmed the refund yet. Check the order again in a minute; trying again refunds nothing twice.', 'puente-for-woocommerce' ) );
	}

	/**
	 * Notes the refund on the order.
	 *
	 * @param WC_Order $order      Order.
	 * @param string   $payment_id Payment.
	 * @param string   $money      Amount with its currency.
	 */
	private static function note( WC_Order $order, $payment_id, $money ) {
		$words = Puente_Shop_Language::in(
			static function () use ( $payment_id, $money ) {
				/* translators: 1: an amount with its currency, 2: an id */
				return sprintf( __( 'Puente: refund of the second payment of %1$s requested (%2$s).', 'puente-for-woocommerce' ), $money, $payment_id );
			}
		);
		$order->add_order_note( $words, 0, true );
	}
}
