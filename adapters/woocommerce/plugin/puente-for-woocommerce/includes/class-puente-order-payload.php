<?php
/**
 * An order as Puente is told it.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The names and types are those of WooCommerce's REST API; the identity number is added.
 */
class Puente_Order_Payload {

	/** Upper bound on the lines sent; Puente shows how many more there are. */
	const MOST_LINES = 100;

	/**
	 * Describes an order.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	public static function of( WC_Order $order ) {
		$items = $order->get_items();
		return array(
			'id'                => $order->get_id(),
			'number'            => (string) $order->get_order_number(),
			'order_key'         => $order->get_order_key(),
			'status'            => $order->get_status(),
			'currency'          => $order->get_currency(),
			'total'             => self::amount( $order->get_total() ),
			'total_tax'         => self::amount( $order->get_total_tax() ),
			'customer_id'       => $order->get_customer_id(),
			'date_created_gmt'  => self::time( $order->get_date_created() ),
			'date_modified_gmt' => self::time( $order->get_date_modified() ),
			'payment_method'    => $order->get_payment_method(),
			'customer_note'     => $order->get_customer_note(),
			'billing'           => array(
				'first_name' => $order->get_billing_first_name(),
				'last_name'  => $order->get_billing_last_name(),
				'company'    => $order->get_billing_company(),
				'email'      => $order->get_billing_email(),
				'phone'      => $order->get_billing_phone(),
				'country'    => $order->get_billing_country(),
				'city'       => $order->get_billing_city(),
				'address_1'  => $order->get_billing_address_1(),
			),
			'line_items'        => array_values( array_map( array( __CLASS__, 'line' ), array_slice( $items, 0, self::MOST_LINES ) ) ),
			'line_count'        => count( $items ),
			'identity_number'   => Puente_Identity_Number::of_order( $order ),
		);
	}

	/**
	 * Describes a line.
	 *
	 * @param WC_Order_Item_Product $item The line.
	 * @return array
	 */
	private static function line( $item ) {
		$product = $item->get_product();
		return array(
			'id'         => $item->get_id(),
			'product_id' => $item->get_product_id(),
			'name'       => $item->get_name(),
			'quantity'   => self::quantity( $item->get_quantity() ),
			'total'      => self::amount( $item->get_total() ),
			'sku'        => $product ? (string) $product->get_sku() : '',
		);
	}

	/**
	 * Cleans a quantity: another plugin may have written any type, and JSON has no infinity.
	 *
	 * @param mixed $quantity What WooCommerce has.
	 * @return mixed
	 */
	private static function quantity( $quantity ) {
		return is_float( $quantity ) && ! is_finite( $quantity ) ? null : $quantity;
	}

	/**
	 * An amount as text. WooCommerce keeps totals as decimal text; where another plugin has put a
	 * number, WooCommerce's own way to write one down is used.
	 *
	 * @param mixed $amount What WooCommerce has.
	 * @return string
	 */
	private static function amount( $amount ) {
		$text = Puente_Amount::text( $amount );
		return null === $text ? (string) wc_format_decimal( $amount, false, true ) : $text;
	}

	/**
	 * A time in UTC, as the REST API writes it.
	 *
	 * @param WC_DateTime|null $time The time.
	 * @return string|null
	 */
	private static function time( $time ) {
		return $time ? gmdate( 'Y-m-d\TH:i:s', $time->getTimestamp() ) : null;
	}
}
