<?php

function is_multisite() {
	return true;
}

function get_sites() {
	return array( 1, 2 );
}

function switch_to_blog( $site ) {
	global $puente_site;
	$puente_site = $site;
}

function restore_current_blog() {
	switch_to_blog( 1 );
}

function wp_clear_scheduled_hook( $hook ) {
	global $puente_site, $puente_cleared;
	$puente_cleared[ $hook ][ $puente_site ] = true;
}

return array(
	'network: a network-wide deactivation unschedules the plugin on every site' => static function () {
		global $puente_cleared;
		switch_to_blog( 1 );
		$puente_cleared = array();
		Puente_Network::deactivate( false );
		same( array( 1 ), array_keys( $puente_cleared[ Puente_Facts::DAILY ] ) );
		Puente_Network::deactivate( true );
		same( array( 1, 2 ), array_keys( $puente_cleared[ Puente_Facts::DAILY ] ) );
		same( array( 1, 2 ), array_keys( $puente_cleared[ Puente_Alerts::ASK ] ) );
	},
);
