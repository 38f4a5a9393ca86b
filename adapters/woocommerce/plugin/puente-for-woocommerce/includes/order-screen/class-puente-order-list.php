<?php
/**
 * Column and bulk action of the order list.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The page never waits for Puente: it shows the badges of the last minute, and otherwise a script
 * asks once it is there, with one call for each hundred orders.
 */
class Puente_Order_List {

	const COLUMN = 'puente_attention';
	// WooCommerce's column of the number.
	const NUMBER = 'order_number';
	const ACTION = 'puente_ask';
	const SCRIPT = 'puente-order-list';
	// Name of the script's request and of its nonce.
	const READ = 'puente_attention';
	// Puente's limit.
	const MOST = 100;
	// Beginning of the fingerprint, which keeps the address short.
	const DIGITS  = 12;
	const SECONDS = 3;
	const KEPT    = 60;
	const AWAY    = 'puente_attention_away';
	// Orders as Puente reads them: `17-0a1b2c3d4e5f.18-…`.
	const LISTED = '/^\d{1,18}-[0-9a-f]{12}(\.\d{1,18}-[0-9a-f]{12}){0,99}$/D';

	/**
	 * Orders of the page by id.
	 *
	 * @var WC_Order[]
	 */
	private static $orders = array();

	/**
	 * Sentences of the open alerts by order id, of the last minute; `null` before the first cell.
	 *
	 * @var array[]|null
	 */
	private static $alerts = null;

	/**
	 * Hooks into both lists.
	 */
	public static function listen() {
		foreach ( array( 'edit-shop_order', 'woocommerce_page_wc-orders' ) as $screen ) {
			add_filter( 'bulk_actions-' . $screen, array( __CLASS__, 'add_action' ) );
			add_filter( 'handle_bulk_actions-' . $screen, array( __CLASS__, 'ask' ), 10, 3 );
		}
		add_filter( 'manage_edit-shop_order_columns', array( __CLASS__, 'add_column' ), 20 );
		add_filter( 'manage_woocommerce_page_wc-orders_columns', array( __CLASS__, 'add_column' ), 20 );
		// After WooCommerce's own columns.
		add_action( 'manage_shop_order_posts_custom_column', array( __CLASS__, 'show' ), 20, 2 );
		add_action( 'manage_woocommerce_page_wc-orders_custom_column', array( __CLASS__, 'show' ), 20, 2 );
		add_filter( 'the_posts', array( __CLASS__, 'remember_posts' ), 10, 2 );
		add_filter( 'woocommerce_order_query', array( __CLASS__, 'remember_orders' ), 10, 2 );
		add_action( 'wp_ajax_' . self::READ, array( __CLASS__, 'send' ) );
	}

	/**
	 * Forgets the page.
	 */
	public static function forget() {
		self::$orders = array();
		self::$alerts = null;
	}

	/**
	 * Adds the column after the status.
	 *
	 * @param string[] $columns Titles by name.
	 */
	public static function add_column( $columns ) {
		if ( ! is_array( $columns ) || ! current_user_can( Puente_Order_Box::RIGHT ) || ! Puente_Pairings::current() ) {
			return $columns;
		}
		wp_enqueue_style( Puente_Order_Box::STYLE, plugins_url( 'assets/orders.css', PUENTE_FILE ), array(), PUENTE_VERSION );
		$own   = array( self::COLUMN => __( 'Card payment', 'puente-for-woocommerce' ) );
		$place = array_search( 'order_status', array_keys( $columns ), true );
		return false === $place ? $columns + $own : array_slice( $columns, 0, $place + 1 ) + $own + $columns;
	}

	/**
	 * Remembers the orders of the classic list.
	 *
	 * @param WP_Post[] $posts Posts.
	 * @param WP_Query  $query Query.
	 */
	public static function remember_posts( $posts, $query ) {
		if ( is_admin() && is_array( $posts ) && $query->is_main_query() && 'shop_order' === $query->get( 'post_type' ) ) {
			// WordPress reads the caches after this filter if a plugin changed the query.
			_prime_post_caches( wp_list_pluck( $posts, 'ID' ) );
			self::remember( array_map( 'wc_get_order', wp_list_pluck( $posts, 'ID' ) ) );
		}
		return $posts;
	}

	/**
	 * Remembers the orders of the list with order tables, the only paginated query of its page.
	 *
	 * @param object|array $results Orders, within an object if paginated.
	 * @param array        $query   Query.
	 */
	public static function remember_orders( $results, $query ) {
		if ( is_admin() && ! empty( $query['paginate'] ) && isset( $results->orders ) && is_array( $results->orders ) ) {
			self::remember( $results->orders );
		}
		return $results;
	}

	/**
	 * Remembers orders of this payment method.
	 *
	 * @param array $orders Orders.
	 */
	private static function remember( array $orders ) {
		foreach ( $orders as $order ) {
			if ( $order instanceof WC_Order && Puente_Order_Box::is_shown( $order ) ) {
				self::$orders[ $order->get_id() ] = $order;
			}
		}
	}

	/**
	 * Prints the badge of an order, or the place where the script puts it: in the own column, and beside
	 * the number for phones, where WordPress folds the other columns.
	 *
	 * @param string       $column Column.
	 * @param int|WC_Order $shown  Order or its id.
	 */
	public static function show( $column, $shown ) {
		if ( ! in_array( $column, array( self::COLUMN, self::NUMBER ), true ) || ! current_user_can( Puente_Order_Box::RIGHT ) || ! Puente_Pairings::current() ) {
			return;
		}
		if ( null === self::$alerts ) {
			self::$alerts = self::known_alerts();
		}
		$id    = $shown instanceof WC_Order ? $shown->get_id() : absint( $shown );
		$words = empty( self::$alerts[ $id ] ) ? '' : implode( ' ', self::$alerts[ $id ] );
		printf( '<span class="puente-attention%1$s" data-order="%2$d">', self::NUMBER === $column ? ' puente-beside-number' : '', (int) $id );
		if ( '' !== $words ) {
			printf( '<span class="puente-badge">%s<span class="screen-reader-text">: %s</span></span>', esc_html__( 'Needs attention', 'puente-for-woocommerce' ), esc_html( $words ) );
		}
		echo '</span>';
	}

	/**
	 * Returns the alerts that are kept from the last minute, and lets the script ask for the others.
	 *
	 * @return array[] Sentences by order id.
	 */
	private static function known_alerts() {
		$alerts = array();
		$asked  = array();
		foreach ( array_chunk( self::$orders, self::MOST, true ) as $orders ) {
			$listed = self::listed( $orders );
			$kept   = get_transient( self::name( $listed ) );
			if ( is_array( $kept ) ) {
				$alerts += $kept;
			} else {
				$asked[] = $listed;
			}
		}
		if ( $asked && Puente_Pairings::current() && ! get_transient( self::AWAY ) ) {
			$settings = array(
				'url'    => admin_url( 'admin-ajax.php' ),
				'action' => self::READ,
				'nonce'  => wp_create_nonce( self::READ ),
				'asked'  => $asked,
				'label'  => __( 'Needs attention', 'puente-for-woocommerce' ),
			);
			wp_enqueue_script( self::SCRIPT, plugins_url( 'assets/order-list.js', PUENTE_FILE ), array(), PUENTE_VERSION, true );
			wp_add_inline_script( self::SCRIPT, 'window.puenteOrderList = ' . wp_json_encode( $settings, JSON_HEX_TAG | JSON_HEX_AMP ) . ';', 'before' );
		}
		return $alerts;
	}

	/**
	 * Answers the script.
	 */
	public static function send() {
		check_ajax_referer( self::READ );
		$listed = isset( $_POST['orders'] ) && is_string( $_POST['orders'] ) ? sanitize_text_field( wp_unslash( $_POST['orders'] ) ) : '';
		if ( ! current_user_can( Puente_Order_Box::RIGHT ) || ! preg_match( self::LISTED, $listed ) ) {
			wp_send_json_error( null, 403 );
		}
		wp_send_json_success( (object) self::read( $listed ) );
	}

	/**
	 * Lists orders for Puente.
	 *
	 * @param WC_Order[] $orders By id.
	 */
	private static function listed( array $orders ) {
		$listed = array();
		foreach ( $orders as $id => $order ) {
			$listed[] = $id . '-' . substr( Puente_Order_View::fingerprint( $order ), 0, self::DIGITS );
		}
		return implode( '.', $listed );
	}

	/**
	 * Names what is kept of a list.
	 *
	 * @param string $listed Orders.
	 */
	private static function name( $listed ) {
		$client = Puente_Client::current();
		return 'puente_attention_' . md5( ( $client ? $client->store_id() : '' ) . ' ' . Puente_Client::language() . ' ' . $listed );
	}

	/**
	 * Returns the alerts of listed orders.
	 *
	 * @param string $listed Orders.
	 * @return array[] Sentences by order id; empty if Puente is away.
	 */
	private static function read( $listed ) {
		$client = Puente_Client::current();
		if ( ! $client || get_transient( self::AWAY ) ) {
			return array();
		}
		$kept = get_transient( self::name( $listed ) );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		$answer = $client->call(
			'GET',
			'/v1/woocommerce/attention?orders=' . $listed,
			null,
			array(
				'timeoutSeconds' => self::SECONDS,
				'expects'        => array( 'store_id' ),
			)
		);
		if ( ! $answer->is_fine() || $answer->text( 'store_id' ) !== $client->store_id() || ! isset( $answer->body['orders'] ) || ! is_array( $answer->body['orders'] ) ) {
			set_transient( self::AWAY, '1', self::KEPT );
			return array();
		}
		$alerts = self::alerts( $answer->body['orders'] );
		set_transient( self::name( $listed ), $alerts, self::KEPT );
		return $alerts;
	}

	/**
	 * Reads an answer.
	 *
	 * @param array $orders Orders with open alerts.
	 */
	private static function alerts( array $orders ) {
		$alerts = array();
		foreach ( $orders as $one ) {
			if ( is_array( $one ) && isset( $one['order_id'], $one['alerts'] ) && is_string( $one['order_id'] ) && is_array( $one['alerts'] ) ) {
				$alerts[ absint( $one['order_id'] ) ] = array_map( 'sanitize_text_field', array_values( array_filter( $one['alerts'], 'is_string' ) ) );
			}
		}
		return $alerts;
	}

	/**
	 * Adds the bulk action.
	 *
	 * @param string[] $actions Names.
	 */
	public static function add_action( $actions ) {
		if ( is_array( $actions ) && current_user_can( Puente_Order_Box::RIGHT ) ) {
			$actions[ self::ACTION ] = __( 'Ask the gateway', 'puente-for-woocommerce' );
		}
		return $actions;
	}

	/**
	 * Asks the gateway about the chosen orders; the list has checked its nonce.
	 *
	 * @param string $url    Page to return to.
	 * @param string $action Action.
	 * @param int[]  $ids    Orders.
	 * @return string
	 */
	public static function ask( $url, $action, $ids ) {
		if ( self::ACTION !== $action || ! current_user_can( Puente_Order_Box::RIGHT ) ) {
			return $url;
		}
		$own  = array_values( array_filter( array_map( 'absint', (array) $ids ), array( __CLASS__, 'is_own' ) ) );
		$left = max( 0, count( $own ) - Puente_Order_Asking::MOST );
		if ( ! $own ) {
			Puente_Order_Notice::keep( 'warning', __( 'None of the chosen orders is paid through Puente.', 'puente-for-woocommerce' ) );
			return $url;
		}
		list( $kind, $words ) = Puente_Order_Asking::ask( $own );
		if ( $left ) {
			/* translators: 1: a number, 2: a number */
			$words .= ' ' . sprintf( __( 'You can ask about at most %1$d orders at once. Not asked about: %2$d.', 'puente-for-woocommerce' ), Puente_Order_Asking::MOST, $left );
		}
		Puente_Order_Notice::keep( $left ? 'warning' : $kind, $words );
		return $url;
	}

	/**
	 * Returns whether an id is of an order that Puente has to do with.
	 *
	 * @param int $id Id.
	 */
	public static function is_own( $id ) {
		$order = wc_get_order( $id );
		return $order instanceof WC_Order && Puente_Order_Box::is_shown( $order );
	}
}
