"""What is asked of Linux: processes, private folders, standard streams and signals."""
