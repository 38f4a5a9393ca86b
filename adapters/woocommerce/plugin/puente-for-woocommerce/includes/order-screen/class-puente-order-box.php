<?php
/**
 * Box on the order screen.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows the payment on both order screens. Its buttons belong to forms in the footer, as the box is
 * inside the form of the order.
 */
class Puente_Order_Box {

	const ID    = 'puente-payment';
	const STYLE = 'puente-orders';
	const ASK   = 'puente_ask_order';
	const RIGHT = 'edit_shop_orders';

	/**
	 * Order of this screen's box; 0 without a box.
	 *
	 * @var int
	 */
	private static $order_id = 0;

	/**
	 * Hooks into the screens.
	 */
	public static function listen() {
		add_action( 'add_meta_boxes', array( __CLASS__, 'add' ), 30, 2 );
		add_action( 'admin_post_' . self::ASK, array( __CLASS__, 'ask' ) );
		add_action( 'admin_footer', array( __CLASS__, 'print_form' ) );
	}

	/**
	 * Adds the box.
	 *
	 * @param string           $screen Post type, or the screen's id with order tables.
	 * @param WP_Post|WC_Order $shown  Order, as a post on the classic screen.
	 */
	public static function add( $screen, $shown = null ) {
		$order = self::order( $shown );
		if ( ! in_array( $screen, self::screens(), true ) || ! $order || ! self::is_shown( $order ) || ! current_user_can( self::RIGHT ) ) {
			return;
		}
		wp_enqueue_style( self::STYLE, plugins_url( 'assets/orders.css', PUENTE_FILE ), array(), PUENTE_VERSION );
		add_meta_box( self::ID, __( 'Card payment', 'puente-for-woocommerce' ), array( __CLASS__, 'show' ), $screen, 'side', 'default' );
	}

	/**
	 * Returns the ids of both order screens.
	 *
	 * @return string[]
	 */
	private static function screens() {
		return array_unique( array( 'shop_order', function_exists( 'wc_get_page_screen_id' ) ? wc_get_page_screen_id( 'shop-order' ) : 'shop_order' ) );
	}

	/**
	 * Returns the order of a screen.
	 *
	 * @param mixed $shown Order or post.
	 * @return WC_Order|null
	 */
	private static function order( $shown ) {
		$order = $shown instanceof WC_Order || ! isset( $shown->ID ) ? $shown : wc_get_order( $shown->ID );
		return $order instanceof WC_Order ? $order : null;
	}

	/**
	 * Returns whether Puente has to do with an order.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_shown( WC_Order $order ) {
		return Puente_Chosen_Method::was_sent( $order ) || '' !== (string) $order->get_meta( Puente_Order_Completion::PAYMENT_META );
	}

	/**
	 * Prints the box.
	 *
	 * @param WP_Post|WC_Order $shown Order or post.
	 */
	public static function show( $shown ) {
		$order = self::order( $shown );
		if ( ! $order ) {
			return;
		}
		self::$order_id = $order->get_id();
		$view           = Puente_Order_View::of( $order );
		echo '<div class="puente-order">';
		if ( Puente_Order_View::AWAY === $view->state ) {
			printf( '<p class="puente-away">%s</p>', esc_html__( 'Puente is not responding. This is what the shop knows.', 'puente-for-woocommerce' ) );
		} elseif ( Puente_Order_View::UNKNOWN === $view->state ) {
			printf( '<p>%s</p>', esc_html( self::words_about_unknown( $order ) ) );
		}
		Puente_Second_Charge::show( $order, $view );
		self::show_alerts( $view );
		self::show_facts( $order, $view );
		self::show_timeline( $view );
		printf( '<p><button type="submit" class="button" form="%s">%s</button></p></div>', esc_attr( self::ASK ), esc_html__( 'Ask the gateway now', 'puente-for-woocommerce' ) );
	}

	/**
	 * Says why Puente may not know an order.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function words_about_unknown( WC_Order $order ) {
		if ( null !== $order->get_date_paid() ) {
			return __( 'The connected store at Puente does not know this order: it was paid in another way, or through another store.', 'puente-for-woocommerce' );
		}
		return $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) )
			? __( 'Puente does not know this order: its customer has not gone to pay.', 'puente-for-woocommerce' )
			: __( 'The connected store at Puente does not know this order.', 'puente-for-woocommerce' );
	}

	/**
	 * Prints the open alerts; the second charge has a warning of its own.
	 *
	 * @param Puente_Order_View $view Order at Puente.
	 */
	private static function show_alerts( Puente_Order_View $view ) {
		foreach ( $view->rows( 'alerts' ) as $alert ) {
			if ( ! isset( $alert['what'] ) || ( isset( $alert['kind'] ) && Puente_Second_Charge::ALERT === $alert['kind'] && $view->rows( 'duplicates' ) ) ) {
				continue;
			}
			/* translators: %s: what happened */
			printf( '<div class="notice notice-warning inline"><p><strong>%s</strong></p>', esc_html( sprintf( __( 'Needs attention: %s', 'puente-for-woocommerce' ), $alert['what'] ) ) );
			foreach ( array( 'why', 'todo' ) as $part ) {
				if ( ! empty( $alert[ $part ] ) ) {
					printf( '<p>%s</p>', esc_html( $alert[ $part ] ) );
				}
			}
			echo '</div>';
		}
	}

	/**
	 * Prints the facts of the payment.
	 *
	 * @param WC_Order          $order Order.
	 * @param Puente_Order_View $view  Order at Puente.
	 */
	private static function show_facts( WC_Order $order, Puente_Order_View $view ) {
		echo '<h3>' . esc_html__( 'Payment', 'puente-for-woocommerce' ) . '</h3><dl>';
		foreach ( self::facts( $order, $view ) as $label => $text ) {
			if ( '' !== $text ) {
				printf( '<dt>%s</dt><dd>%s</dd>', esc_html( $label ), esc_html( $text ) );
			}
		}
		echo '</dl>';
		$links = array();
		if ( Puente_Payment_Details::is_shown( $order ) ) {
			$links[ Puente_Receipt::link( $order ) ] = __( 'View the receipt', 'puente-for-woocommerce' );
		}
		if ( '' !== $view->portal() ) {
			$links[ $view->portal() ] = __( "Open the gateway's portal", 'puente-for-woocommerce' );
		}
		foreach ( $links as $url => $words ) {
			printf( '<p><a href="%s" target="_blank" rel="noopener">%s<span class="screen-reader-text"> %s</span></a></p>', esc_url( $url ), esc_html( $words ), esc_html__( '(opens in a new tab)', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Returns the facts of the payment.
	 *
	 * @param WC_Order          $order Order.
	 * @param Puente_Order_View $view  Order at Puente.
	 * @return string[] Text by label.
	 */
	private static function facts( WC_Order $order, Puente_Order_View $view ) {
		$is_paid = Puente_Payment_Details::is_shown( $order );
		$state   = ucfirst( $view->text( 'payment', 'state_text' ) );
		if ( '' === $state ) {
			$state = ucfirst( $view->text( 'status_text' ) );
		}
		if ( '' === $state ) {
			$state = $is_paid ? __( 'Paid', 'puente-for-woocommerce' ) : __( 'Not paid', 'puente-for-woocommerce' );
		}
		$transaction = $view->text( 'payment', 'transaction_id' );
		$rest        = $view->text( 'refundable', 'amount' );
		if ( $view->is( 'refundable', 'is_under_way' ) ) {
			/* translators: %s: an amount with its currency */
			$rest = sprintf( __( '%s, once the refund under way has ended', 'puente-for-woocommerce' ), $rest . ' ' . $view->text( 'refundable', 'currency' ) );
		} elseif ( '' !== $rest ) {
			$rest .= ' ' . $view->text( 'refundable', 'currency' );
		} elseif ( $view->is( 'payment', 'is_charged' ) ) {
			$rest = __( 'Nothing', 'puente-for-woocommerce' );
		}
		return array(
			__( 'State', 'puente-for-woocommerce' )       => $state,
			__( 'Card', 'puente-for-woocommerce' )        => self::card( $order, $view, $is_paid ),
			__( 'Attempt', 'puente-for-woocommerce' )     => $view->text( 'payment', 'attempt' ),
			__( 'Transaction', 'puente-for-woocommerce' ) => '' === $transaction ? (string) $order->get_transaction_id() : $transaction,
			__( 'Refundable', 'puente-for-woocommerce' )  => $rest,
		);
	}

	/**
	 * Names the card, as Puente or the order knows it.
	 *
	 * @param WC_Order          $order   Order.
	 * @param Puente_Order_View $view    Order at Puente.
	 * @param bool              $is_paid Whether the order itself knows a payment.
	 */
	private static function card( WC_Order $order, Puente_Order_View $view, $is_paid ) {
		$brand = $view->text( 'card', 'brand' );
		$last  = $view->text( 'card', 'last_four' );
		if ( '' === $brand && '' === $last ) {
			$card = $is_paid ? Puente_Payment_Details::card( $order ) : '';
			return Puente_Settings::default_title() === $card ? '' : $card;
		}
		$brand = '' === $brand ? __( 'Card', 'puente-for-woocommerce' ) : Puente_Card_Brands::name( $brand );
		/* translators: 1: a brand such as Visa, 2: four digits */
		return '' === $last ? $brand : sprintf( __( '%1$s ending in %2$s', 'puente-for-woocommerce' ), $brand, $last );
	}

	/**
	 * Prints the latest lines of the timeline.
	 *
	 * @param Puente_Order_View $view Order at Puente.
	 */
	private static function show_timeline( Puente_Order_View $view ) {
		$lines = $view->rows( 'timeline' );
		if ( ! $lines ) {
			return;
		}
		echo '<h3>' . esc_html__( 'Latest events', 'puente-for-woocommerce' ) . '</h3><ol>';
		foreach ( $lines as $line ) {
			$time = isset( $line['at'] ) ? strtotime( $line['at'] ) : false;
			if ( isset( $line['text'] ) && false !== $time ) {
				printf( '<li><time datetime="%s">%s</time> %s</li>', esc_attr( gmdate( 'c', $time ) ), esc_html( wp_date( get_option( 'date_format', 'Y-m-d' ) . ' ' . get_option( 'time_format', 'H:i' ), $time ) ), esc_html( $line['text'] ) );
			}
		}
		echo '</ol>';
	}

	/**
	 * Prints the form of the button.
	 */
	public static function print_form() {
		if ( self::$order_id ) {
			self::form( self::ASK, self::$order_id );
		}
	}

	/**
	 * Prints a form, whose id and action have one name.
	 *
	 * @param string $name     Action.
	 * @param int    $order_id Order.
	 */
	public static function form( $name, $order_id ) {
		printf(
			'<form id="%1$s" method="post" action="%2$s" hidden><input type="hidden" name="action" value="%1$s" /><input type="hidden" name="order_id" value="%3$d" /><input type="hidden" name="_wpnonce" value="%4$s" /></form>',
			esc_attr( $name ),
			esc_url( admin_url( 'admin-post.php' ) ),
			absint( $order_id ),
			esc_attr( wp_create_nonce( $name . '_' . $order_id ) )
		);
	}

	/**
	 * Asks the gateway about the posted order.
	 */
	public static function ask() {
		$order = self::posted_order( self::ASK, self::RIGHT );
		Puente_Order_Notice::keep( ...Puente_Order_Asking::ask( array( $order->get_id() ) ) );
		self::go_back( $order->get_id() );
	}

	/**
	 * Returns the posted order; ends the request without right, nonce or order.
	 *
	 * @param string $name  Action.
	 * @param string $right Capability.
	 * @return WC_Order
	 */
	public static function posted_order( $name, $right ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- The nonce names the order.
		$id = isset( $_POST['order_id'] ) && is_scalar( $_POST['order_id'] ) ? absint( $_POST['order_id'] ) : 0;
		check_admin_referer( $name . '_' . $id );
		if ( ! current_user_can( self::RIGHT ) || ! current_user_can( $right ) ) {
			wp_die( esc_html__( 'You do not have permission to do this.', 'puente-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
		$order = wc_get_order( $id );
		if ( ! $order instanceof WC_Order || ! self::is_shown( $order ) ) {
			wp_die( esc_html__( 'Order not found.', 'puente-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		return $order;
	}

	/**
	 * Returns to the order's screen.
	 *
	 * @param int $order_id Order.
	 */
	public static function go_back( $order_id ) {
		$order = wc_get_order( $order_id );
		wp_safe_redirect( $order instanceof WC_Order ? $order->get_edit_order_url() : admin_url( 'admin.php?page=wc-orders' ) );
		exit;
	}
}
