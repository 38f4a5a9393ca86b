<?php
/**
 * Order payload for Puente.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Names and types of WooCommerce's REST API, plus the identity number.
 */
class Puente_Order_Payload {

	/** Upper bound on lines; Puente shows how many more there are. */
	const MOST_LINES = 100;

	/**
	 * Serializes an order.
	 *
	 * @param WC_Order $order Order.
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
	 * Serializes a line.
	 *
	 * @param WC_Order_Item_Product $item Line.
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
	 * Sanitizes a quantity: plugins write any type, and JSON has no infinity.
	 *
	 * @param mixed $quantity WooCommerce's value.
	 */
	private static function quantity( $quantity ) {
		return is_float( $quantity ) && ! is_finite( $quantity ) ? null : $quantity;
	}

	/**
	 * Takes WooCommerce's decimal string, or a plugin's number as WooCommerce formats it.
	 *
	 * @param mixed $amount WooCommerce's value.
	 */
	private static function amount( $amount ) {
		$text = Puente_Amount::text( $amount );
		return null === $text ? (string) wc_format_decimal( $amount, false, true ) : $text;
	}

	/**
	 * Formats a time as the REST API does, in UTC.
	 *
	 * @param WC_DateTime|null $time Time.
	 * @return string|null
	 */
	private static function time( $time ) {
		return $time ? gmdate( 'Y-m-d\TH:i:s', $time->getTimestamp() ) : null;
	}
}
