<?php
/**
 * Payment method.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce payment method with refunds and saved cards.
 */
class Puente_Gateway extends WC_Payment_Gateway {

	const ID          = 'puente';
	const TOKEN_FIELD = 'puente_payment_token';
	// What WooCommerce Subscriptions may do with this method.
	const OF_SUBSCRIPTIONS = array(
		'subscriptions',
		'subscription_cancellation',
		'subscription_suspension',
		'subscription_reactivation',
		'subscription_amount_changes',
		'subscription_date_changes',
		'subscription_payment_method_change_customer',
		'subscription_payment_method_change_admin',
		'multiple_subscriptions',
	);

	/**
	 * Loads the settings.
	 */
	public function __construct() {
		$this->id                 = self::ID;
		$this->method_title       = __( 'Puente', 'puente-for-woocommerce' );
		$this->method_description = __( 'Card payments through Puente: hosted checkout or card fields on your page, saved cards and refunds.', 'puente-for-woocommerce' );
		$this->has_fields         = true;
		$this->supports           = array( 'products', 'refunds' );
		if ( Puente_Settings::is_on( 'saved_cards' ) ) {
			$this->supports[] = 'tokenization';
		}
		if ( self::can_renew() ) {
			$this->supports = array_merge( $this->supports, self::OF_SUBSCRIPTIONS );
		}
		$this->form_fields = Puente_Settings::form_fields();
		$this->init_settings();
		$this->title            = $this->chosen_text( 'title', Puente_Settings::default_title() );
		$this->description      = $this->chosen_text( 'description', Puente_Settings::default_description() );
		$this->new_method_label = __( 'Another card', 'puente-for-woocommerce' );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/**
	 * Returns the merchant's text in the page's language, or the default in the page's locale.
	 *
	 * @param string $name  Setting.
	 * @param string $words Default.
	 */
	private function chosen_text( $name, $words ) {
		$chosen = trim( (string) $this->get_option( $name . '_' . Puente_Client::language() ) );
		return '' === $chosen ? $words : $chosen;
	}

	/**
	 * Returns the brands of the cards, for the classic checkout.
	 */
	public function get_icon() {
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's own filter.
		return apply_filters( 'woocommerce_gateway_icon', Puente_Card_Brands::html(), $this->id );
	}

	/**
	 * Returns whether renewals can be charged: the account takes saved cards, and customers can save
	 * one. Otherwise, customers pay each renewal by hand.
	 */
	public static function can_renew() {
		return Puente_Settings::is_on( 'saved_cards' ) && Puente_Settings::has_card_fields() && Puente_Facts::has_part( 'saved_cards' );
	}

	/**
	 * Returns whether customers may choose the method. Not in their account: the gateway saves
	 * cards only with a charge.
	 */
	public function is_available() {
		return parent::is_available() && null !== Puente_Pairings::current() && ! is_add_payment_method_page() && Puente_Accepted_Currencies::has( self::currency_to_pay() );
	}

	/**
	 * Returns the currency of the cart or the order to pay.
	 */
	private static function currency_to_pay() {
		$order = is_checkout_pay_page() ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : null;
		return $order instanceof WC_Order ? $order->get_currency() : get_woocommerce_currency();
	}

	/**
	 * Returns whether it needs a connection before a merchant can enable it.
	 */
	public function needs_setup() {
		return null === Puente_Pairings::current();
	}

	/**
	 * For WooCommerce's list of methods.
	 */
	public function is_account_connected() {
		return null !== Puente_Pairings::current();
	}

	/**
	 * For WooCommerce's list of methods.
	 */
	public function is_test_mode() {
		return Puente_Facts::is_test();
	}

	/**
	 * Prints the settings page.
	 */
	public function admin_options() {
		Puente_Settings_Page::show( $this );
	}

	/**
	 * Saves the settings and refreshes the facts.
	 */
	public function process_admin_options() {
		$is_saved = parent::process_admin_options();
		Puente_Facts::refresh_for_page( true );
		return $is_saved;
	}

	/**
	 * Prints the method's body at the classic checkout.
	 */
	public function payment_fields() {
		Puente_Classic_Fields::show( $this );
	}

	/**
	 * Prints the checkbox that saves the card.
	 */
	public function save_payment_method_checkbox() {
		$id = 'wc-' . self::ID . '-new-payment-method';
		printf(
			'<p class="form-row woocommerce-SavedPaymentMethods-saveNew"><label for="%1$s"><input id="%1$s" name="%1$s" type="checkbox" value="true" /> %2$s</label></p>',
			esc_attr( $id ),
			esc_html__( 'Save this card for my next purchases', 'puente-for-woocommerce' )
		);
	}

	/**
	 * Prints in the customer's account how to save a card.
	 */
	public static function say_how_to_save() {
		if ( Puente_Settings::is_on( 'enabled' ) && Puente_Settings::is_on( 'saved_cards' ) && Puente_Settings::has_card_fields() && Puente_Pairings::current() ) {
			// Quotes no label: the block's checkbox is WooCommerce's own.
			printf( '<p class="puente-how-to-save">%s</p>', esc_html__( 'To save a card, pay with it: at checkout, enter the card and tick the box that saves it.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Pays an order. A double click creates one payment.
	 *
	 * @param int $order_id Order.
	 * @throws Puente_Cannot_Pay With a sentence for the customer.
	 */
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			throw Puente_Cannot_Pay::by_code( 'no_order' );
		}
		$way = $this->chosen_way( $order );
		return array(
			'result'   => 'success',
			'redirect' => self::is_without_charge( $order ) ? self::keep_card( $order, $way ) : Puente_Checkout::pay( $order, $way ),
		);
	}

	/**
	 * Returns whether nothing is due: the customer changes a subscription's card, or begins a trial.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function is_without_charge( WC_Order $order ) {
		return Puente_Subscription_Card::is_of_subscriptions( $order ) && ( wcs_is_subscription( $order ) || (float) $order->get_total() <= 0 );
	}

	/**
	 * Keeps the chosen card for later renewals. The gateway saves a card with a charge only.
	 *
	 * @param WC_Order $order Trial, or the subscription whose card changes.
	 * @param array    $way   Way to pay.
	 * @return string The customer's next URL.
	 * @throws Puente_Cannot_Pay With a sentence for the customer.
	 */
	private static function keep_card( WC_Order $order, array $way ) {
		if ( ! wcs_is_subscription( $order ) ) {
			if ( ! Puente_Order_Completion::complete_free( $order->get_id() ) ) {
				throw Puente_Cannot_Pay::by_code( 'order_cancelled' );
			}
			return $order->get_checkout_order_received_url();
		}
		if ( 'saved_card' !== $way['type'] ) {
			throw Puente_Cannot_Pay::by_code( 'card_needs_a_charge' );
		}
		return $order->get_view_order_url();
	}

	/**
	 * Returns how the customer pays: without a card, on the gateway's page, even without scripts.
	 *
	 * @param WC_Order $order Order.
	 * @throws Puente_Cannot_Pay When the saved card is not the customer's.
	 */
	private function chosen_way( WC_Order $order ) {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- WooCommerce has checked the nonce of its checkout.
		$posted = static function ( $name ) {
			return isset( $_POST[ $name ] ) && is_scalar( $_POST[ $name ] ) ? sanitize_text_field( wp_unslash( (string) $_POST[ $name ] ) ) : '';
		};
		// phpcs:enable
		$token_id = $posted( 'wc-' . self::ID . '-payment-token' );
		if ( '' !== $token_id && 'new' !== $token_id ) {
			$token = $this->supports( 'tokenization' ) ? Puente_Saved_Cards::chosen( $token_id ) : null;
			if ( ! $token ) {
				throw Puente_Cannot_Pay::by_code( 'unknown_card' );
			}
			Puente_Subscription_Card::note( $order, $token, false );
			return array(
				'type'              => 'saved_card',
				'payment_method_id' => $token->get_token(),
			);
		}
		$payment_token = $posted( self::TOKEN_FIELD );
		$has_fields    = '' !== $payment_token && Puente_Settings::has_card_fields();
		$wants_saved   = self::must_save( $order ) || in_array( $posted( 'wc-' . self::ID . '-new-payment-method' ), array( 'true', '1' ), true );
		$saves         = $has_fields && $wants_saved && $order->get_customer_id() > 0 && $this->supports( 'tokenization' );
		if ( ! Puente_Subscription_Card::is_of_subscriptions( $order ) || ! wcs_is_subscription( $order ) ) {
			Puente_Subscription_Card::note( $order, null, $saves );
		}
		return $has_fields ? array(
			'type'          => 'card_fields',
			'payment_token' => $payment_token,
			'save_card'     => $saves,
		) : array( 'type' => 'hosted' );
	}

	/**
	 * Returns whether the card of an order has to be saved: it pays the renewals of a subscription.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function must_save( WC_Order $order ) {
		return self::can_renew() && Puente_Subscription_Card::is_of_subscriptions( $order );
	}

	/**
	 * Returns whether the cart or the order to pay has a subscription, whose card the fields save.
	 */
	public static function saves_always() {
		if ( ! self::can_renew() || ! class_exists( 'WC_Subscriptions_Cart' ) ) {
			return false;
		}
		$order = is_checkout_pay_page() ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : null;
		if ( $order instanceof WC_Order ) {
			return Puente_Subscription_Card::is_of_subscriptions( $order );
		}
		return WC_Subscriptions_Cart::cart_contains_subscription() || false !== wcs_cart_contains_renewal();
	}

	/**
	 * Returns the sentence beside card fields that always save.
	 */
	public static function saving_words() {
		return __( 'Your card is saved to pay the renewals of your subscription. You can change it in your account.', 'puente-for-woocommerce' );
	}

	/**
	 * Refunds an order.
	 *
	 * @param int        $order_id Order.
	 * @param float|null $amount   Decimal string.
	 * @param string     $reason   Reason.
	 * @return true|WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return new WP_Error( 'puente_no_order', __( 'Order not found.', 'puente-for-woocommerce' ) );
		}
		return Puente_Refunds::make( $order, $amount, (string) $reason );
	}

	/**
	 * Links the transaction to its receipt; the gateway's portal has no address for one payment.
	 *
	 * @param WC_Order $order Order.
	 */
	public function get_transaction_url( $order ) {
		$url = Puente_Payment_Details::is_shown( $order ) ? Puente_Receipt::link( $order ) : '';
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's own filter.
		return apply_filters( 'woocommerce_get_transaction_url', $url, $order, $this );
	}

	/**
	 * Returns whether the order gets a refund button. A copied site keeps it to explain the
	 * refusal; without it, WooCommerce would record a refund without money.
	 *
	 * @param WC_Order $order Order.
	 */
	public function can_refund_order( $order ) {
		return parent::can_refund_order( $order ) && null !== Puente_Pairings::kept() && null !== $order->get_date_paid();
	}
}
