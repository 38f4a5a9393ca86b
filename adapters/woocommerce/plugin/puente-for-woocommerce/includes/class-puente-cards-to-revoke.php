<?php
/**
 * Cards that customers have deleted, and the gateway still keeps.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One row of the options table for each card, because two customers may delete theirs at the same
 * moment. A row stays until the store to which the card belongs has revoked it.
 */
class Puente_Cards_To_Revoke {

	const PREFIX = 'puente_revoke_';

	/**
	 * Puts a card on the list.
	 *
	 * @param string $card_id The gateway's reference.
	 * @param string $home    As Puente_Card_Home names it.
	 */
	public static function add( $card_id, $home ) {
		$row = array(
			'card'  => $card_id,
			'home'  => $home,
			'since' => time(),
		);
		update_option( self::name_of( $card_id ), $row, false );
	}

	/**
	 * Takes a card off the list.
	 *
	 * @param string $card_id The gateway's reference.
	 */
	public static function remove( $card_id ) {
		delete_option( self::name_of( $card_id ) );
	}

	/**
	 * Forgets the whole list: that of a copy belongs to the shop that it was copied from.
	 */
	public static function forget() {
		foreach ( self::all() as $row ) {
			self::remove( $row['card'] );
		}
	}

	/**
	 * The list.
	 *
	 * @return array[] Each with `card`, `home` and `since`.
	 */
	public static function all() {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Rows without a list of their names.
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( self::PREFIX ) . '%' ) );
		return array_filter( array_map( 'get_option', $names ), 'is_array' );
	}

	/**
	 * Those that the connected store can revoke.
	 *
	 * @return string[] Ids of cards.
	 */
	public static function here() {
		$here = Puente_Card_Home::current();
		return null === $here ? array() : wp_list_pluck(
			array_filter(
				self::all(),
				static function ( $row ) use ( $here ) {
					return Puente_Card_Home::are_same( $row['home'], $here );
				}
			),
			'card'
		);
	}

	/**
	 * Says which cards nobody will revoke unless somebody does something.
	 *
	 * @return string[] A sentence for each store.
	 */
	public static function words() {
		$here  = Puente_Card_Home::current();
		$cards = array();
		foreach ( Puente_Pairings::is_elsewhere() ? array() : self::all() as $row ) {
			$is_here = null !== $here && Puente_Card_Home::are_same( $row['home'], $here );
			if ( ! $is_here || $row['since'] < time() - DAY_IN_SECONDS ) {
				$cards[ strtok( $row['home'] . '@', '@' ) ][] = $row['card'];
			}
		}
		$words = array();
		foreach ( $cards as $store => $of_store ) {
			/* translators: 1: the id of a store, 2: a number */
			$words[] = sprintf( __( 'Cards of the store %1$s that customers have deleted here and the gateway still keeps: %2$d. They are deleted there once this site is connected to that store and Puente answers.', 'puente-for-woocommerce' ), $store, count( $of_store ) );
		}
		return $words;
	}

	/**
	 * The name of a card's row.
	 *
	 * @param string $card_id The gateway's reference.
	 * @return string
	 */
	private static function name_of( $card_id ) {
		return self::PREFIX . substr( hash( 'sha256', $card_id ), 0, 40 );
	}
}
