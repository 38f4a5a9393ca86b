<?php
/**
 * Personal data at Puente.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WordPress' exporter and eraser for the orders that Puente holds of a customer, and WooCommerce's
 * anonymized orders. The keys of the orders prove which ones are meant: a restored shop gives ids
 * out again.
 */
class Puente_Personal_Data {

	const NAME = 'puente-payments';
	const HOOK = 'puente_erase_people';
	const META = '_puente_people_erased';
	const PAGE = 25;
	// Puente searches its stored events.
	const TIMEOUT = 25;
	// Minutes between attempts while a payment or a task of an order is in flight.
	const WAITS = array( 5, 30, 120, 720, 1440, 1440, 1440 );

	/**
	 * Hooks into WordPress' requests and WooCommerce's anonymization.
	 */
	public static function listen() {
		add_filter( 'wp_privacy_personal_data_exporters', array( __CLASS__, 'add_exporter' ), 20 );
		// WooCommerce's eraser removes the address by which this one finds the orders.
		add_filter( 'wp_privacy_personal_data_erasers', array( __CLASS__, 'add_eraser' ), PHP_INT_MAX );
		add_action( 'woocommerce_privacy_remove_order_personal_data', array( __CLASS__, 'follow' ) );
		add_action( self::HOOK, array( __CLASS__, 'carry_out' ), 10, 2 );
	}

	/**
	 * Adds the exporter.
	 *
	 * @param array $exporters WordPress' exporters.
	 * @return array
	 */
	public static function add_exporter( $exporters ) {
		$exporters[ self::NAME ] = array(
			'exporter_friendly_name' => __( 'Card payments through Puente', 'puente-for-woocommerce' ),
			'callback'               => array( __CLASS__, 'export' ),
		);
		return $exporters;
	}

	/**
	 * Adds the eraser, before WooCommerce's.
	 *
	 * @param array $erasers WordPress' erasers.
	 * @return array
	 */
	public static function add_eraser( $erasers ) {
		$own = array(
			'eraser_friendly_name' => __( 'Card payments through Puente', 'puente-for-woocommerce' ),
			'callback'             => array( __CLASS__, 'erase' ),
		);
		return array( self::NAME => $own ) + $erasers;
	}

	/**
	 * Exports a page of what Puente holds.
	 *
	 * @param string $email Address of the request.
	 * @param int    $page  From 1.
	 * @return array|WP_Error `data` and `done`; an error ends the export, so that no file passes for complete.
	 */
	public static function export( $email, $page = 1 ) {
		list( $orders, $is_last ) = self::orders_of( $email, $page );
		$answer                   = $orders ? self::ask( '/v1/woocommerce/personal-data/export', $orders ) : null;
		$has_list                 = $answer && self::has_list( $answer, 'orders' );
		if ( ! $has_list && ! self::knows_puente( $orders ) ) {
			return self::exported( array(), $is_last );
		}
		if ( ! $answer || self::is_unknown_route( $answer ) ) {
			$note = self::datum( __( 'Note', 'puente-for-woocommerce' ), self::not_reached() );
			return self::exported( array( self::item( $page . '-note', array( $note ) ) ), $is_last );
		}
		if ( ! $has_list ) {
			return new WP_Error( 'puente_away', __( 'Puente is not responding, so the export would lack what it holds. Try again later.', 'puente-for-woocommerce' ) );
		}
		$data = array();
		foreach ( $answer->body['orders'] as $place => $order ) {
			// WordPress joins the fields of items with one id, also of other pages.
			$data[] = self::item( $page . '-' . $place, self::read_data( $order ) );
		}
		return self::exported( $data, $is_last );
	}

	/**
	 * Erases a page of what Puente holds.
	 *
	 * @param string $email Address of the request.
	 * @param int    $page  From 1.
	 * @return array|WP_Error As WordPress expects it; an error ends the erasure before WooCommerce's, after which
	 *                        the orders would not be found again.
	 */
	public static function erase( $email, $page = 1 ) {
		list( $orders, $is_last ) = self::orders_of( $email, $page );
		$result                   = array(
			'items_removed'  => false,
			'items_retained' => false,
			'messages'       => array(),
			'done'           => $is_last,
		);
		$answer                   = $orders ? self::ask( '/v1/woocommerce/personal-data/erase', $orders ) : null;
		$has_list                 = $answer && self::has_list( $answer, 'orders' );
		if ( ! $has_list && ! self::knows_puente( $orders ) ) {
			return $result;
		}
		if ( ! $answer || self::is_unknown_route( $answer ) ) {
			$result['items_retained'] = true;
			$result['messages'][]     = self::not_reached();
			return $result;
		}
		if ( ! $has_list ) {
			return new WP_Error( 'puente_away', __( 'Puente is not responding, so the erasure stopped before the orders. Try again later.', 'puente-for-woocommerce' ) );
		}
		$later = self::note_outcomes( $orders, $answer );
		if ( array_diff( wp_list_pluck( $answer->body['orders'], 'outcome' ), array( 'unknown' ) ) ) {
			$result['items_removed']  = in_array( 'erased', wp_list_pluck( $answer->body['orders'], 'outcome' ), true );
			$result['items_retained'] = true;
			$result['messages'][]     = $answer->text( 'retained' );
		}
		if ( $later ) {
			self::plan( $later, 0 );
			$result['messages'][] = self::later_words( $orders, $later );
		}
		return $result;
	}

	/**
	 * Plans the erasure of an order that WooCommerce anonymized: by an eraser, by a bulk action, or after
	 * the period in its settings.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function follow( $order ) {
		if ( $order instanceof WC_Order && Puente_Pairings::current() && '' === (string) $order->get_meta( self::META ) && self::knows_puente( array( $order ) ) ) {
			self::plan( array( $order->get_id() ), 0 );
		}
	}

	/**
	 * Erases orders in the background.
	 *
	 * @param int[] $ids   Orders.
	 * @param int   $tries Attempts so far.
	 */
	public static function carry_out( $ids, $tries ) {
		$orders = array_values( array_filter( array_map( 'wc_get_order', (array) $ids ), array( __CLASS__, 'is_order' ) ) );
		if ( ! $orders ) {
			return;
		}
		$answer  = self::ask( '/v1/woocommerce/personal-data/erase', $orders );
		$is_sure = $answer && self::has_list( $answer, 'orders' );
		$later   = $is_sure ? self::note_outcomes( $orders, $answer ) : self::ids_of( $orders );
		if ( $later && $tries + 1 < count( self::WAITS ) ) {
			self::plan( $later, $tries + 1 );
		} elseif ( $later ) {
			Puente_Log::error( 'personal data is not erased at Puente', array( 'orders' => $later ) );
		}
	}

	/**
	 * Returns a page of a customer's orders, as WooCommerce's exporter finds them.
	 *
	 * @param string $email Address.
	 * @param int    $page  From 1.
	 * @return array Orders, and whether this is the last page. WooCommerce leaves out orders that it cannot read.
	 */
	private static function orders_of( $email, $page ) {
		$page  = max( 1, absint( $page ) );
		$user  = get_user_by( 'email', $email );
		$found = wc_get_orders(
			array(
				'type'     => 'shop_order',
				'limit'    => self::PAGE,
				'page'     => $page,
				'paginate' => true,
				'orderby'  => 'ID',
				'order'    => 'ASC',
				'customer' => $user ? array( $email, (int) $user->ID ) : array( $email ),
			)
		);
		return array( array_values( array_filter( $found->orders, array( __CLASS__, 'is_order' ) ) ), $page >= $found->max_num_pages );
	}

	/**
	 * Returns whether WooCommerce returned an order.
	 *
	 * @param mixed $order Order.
	 */
	private static function is_order( $order ) {
		return $order instanceof WC_Order;
	}

	/**
	 * Sends the orders with their keys.
	 *
	 * @param string     $path   Route.
	 * @param WC_Order[] $orders Orders.
	 * @return Puente_Answer|null `null` if not connected.
	 */
	private static function ask( $path, array $orders ) {
		$client = Puente_Client::current();
		$body   = array();
		foreach ( $orders as $order ) {
			$body[] = array(
				'id'        => $order->get_id(),
				'order_key' => (string) $order->get_order_key(),
			);
		}
		return $client ? $client->call( 'POST', $path, array( 'orders' => $body ), array( 'timeoutSeconds' => self::TIMEOUT ) ) : null;
	}

	/**
	 * Marks erased orders.
	 *
	 * @param WC_Order[]    $orders Orders.
	 * @param Puente_Answer $answer Answer.
	 * @return int[] Orders that Puente erases later.
	 */
	private static function note_outcomes( array $orders, Puente_Answer $answer ) {
		$outcomes = array();
		foreach ( $answer->body['orders'] as $row ) {
			$outcomes[ absint( self::text_of( $row, 'order_id' ) ) ] = self::text_of( $row, 'outcome' );
		}
		$later = array();
		foreach ( $orders as $order ) {
			$outcome = isset( $outcomes[ $order->get_id() ] ) ? $outcomes[ $order->get_id() ] : '';
			if ( 'erased' === $outcome ) {
				$order->update_meta_data( self::META, gmdate( 'Y-m-d\TH:i:s\Z' ) );
				$order->save_meta_data();
			} elseif ( 'unknown' !== $outcome ) {
				$later[] = $order->get_id();
			}
		}
		return $later;
	}

	/**
	 * Plans an attempt.
	 *
	 * @param int[] $ids   Orders.
	 * @param int   $tries Attempts so far.
	 */
	private static function plan( array $ids, $tries ) {
		as_schedule_single_action( time() + self::WAITS[ $tries ] * MINUTE_IN_SECONDS, self::HOOK, array( $ids, $tries ), Puente_Refund_Task::GROUP );
	}

	/**
	 * Returns whether an order was sent to Puente, also one paid in another way since.
	 *
	 * @param WC_Order[] $orders Orders.
	 */
	private static function knows_puente( array $orders ) {
		foreach ( $orders as $order ) {
			if ( Puente_Order_Box::is_shown( $order ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns whether an older Puente lacks the route.
	 *
	 * @param Puente_Answer $answer Answer.
	 */
	private static function is_unknown_route( Puente_Answer $answer ) {
		return $answer->is_refusal() && 404 === $answer->status;
	}

	/**
	 * Returns whether an answer is one of these routes.
	 *
	 * @param Puente_Answer $answer Answer.
	 * @param string        $name   Field.
	 */
	private static function has_list( Puente_Answer $answer, $name ) {
		return $answer->is_fine() && isset( $answer->body[ $name ] ) && is_array( $answer->body[ $name ] );
	}

	/**
	 * Says which orders Puente erases later, by the numbers that the merchant knows.
	 *
	 * @param WC_Order[] $orders Orders.
	 * @param int[]      $later  Ids of those that are erased later.
	 */
	private static function later_words( array $orders, array $later ) {
		$numbers = array();
		foreach ( $orders as $order ) {
			if ( in_array( $order->get_id(), $later, true ) ) {
				$numbers[] = $order->get_order_number();
			}
		}
		/* translators: %s: a list of numbers */
		return sprintf( __( 'A payment or refund of these orders is in progress, so Puente erases them later: %s.', 'puente-for-woocommerce' ), implode( ', ', $numbers ) );
	}

	/**
	 * Says that Puente holds data that was not reached.
	 */
	private static function not_reached() {
		return __( 'This site is not connected to a Puente that exports and erases personal data, so what Puente holds of these orders is not included. Ask your Puente administrator for it.', 'puente-for-woocommerce' );
	}

	/**
	 * Reads the fields of an order.
	 *
	 * @param mixed $order Order of Puente's answer.
	 * @return array[]
	 */
	private static function read_data( $order ) {
		$data = array();
		foreach ( isset( $order['data'] ) && is_array( $order['data'] ) ? $order['data'] : array() as $datum ) {
			$data[] = self::datum( self::text_of( $datum, 'name' ), self::text_of( $datum, 'value' ) );
		}
		return $data;
	}

	/**
	 * Reads a field as text.
	 *
	 * @param mixed  $from Array.
	 * @param string $name Field.
	 */
	private static function text_of( $from, $name ) {
		return is_array( $from ) && isset( $from[ $name ] ) && is_scalar( $from[ $name ] ) ? (string) $from[ $name ] : '';
	}

	/**
	 * Builds a field of an export, which WordPress prints as HTML.
	 *
	 * @param string $name  Name.
	 * @param string $value Value.
	 */
	private static function datum( $name, $value ) {
		return array(
			'name'  => esc_html( $name ),
			'value' => esc_html( $value ),
		);
	}

	/**
	 * Builds an item of an export.
	 *
	 * @param string  $id   Id.
	 * @param array[] $data Fields.
	 */
	private static function item( $id, array $data ) {
		return array(
			'group_id'    => self::NAME,
			'group_label' => __( 'Card payments through Puente', 'puente-for-woocommerce' ),
			'item_id'     => self::NAME . '-' . $id,
			'data'        => $data,
		);
	}

	/**
	 * Builds the result of an export.
	 *
	 * @param array[] $data Items.
	 * @param bool    $done Whether this is the last page.
	 */
	private static function exported( array $data, $done ) {
		return array(
			'data' => $data,
			'done' => $done,
		);
	}

	/**
	 * Returns the ids of orders.
	 *
	 * @param WC_Order[] $orders Orders.
	 * @return int[]
	 */
	private static function ids_of( array $orders ) {
		return array_map(
			static function ( $order ) {
				return $order->get_id();
			},
			$orders
		);
	}
}
